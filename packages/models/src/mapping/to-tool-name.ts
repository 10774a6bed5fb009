/** The name of a called tool as providers take it: another model may have called what never had such a name. */
export function toToolName(tool: string, longest: number): string {
  return tool.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, longest) || 'unnamed'
}
