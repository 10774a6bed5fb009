import { type ToolDeclaration, WEB_FETCH } from '@stet/history'

/** Stet's own fetch beside that of the provider: its description says which of them is the fallback (T8). */
export function besideOwnFetch(tools: readonly ToolDeclaration[]): readonly ToolDeclaration[] {
  return tools.map(tool =>
    tool.name === WEB_FETCH
      ? { ...tool, description: `Only for pages that your built-in web fetch could not read. ${tool.description}` }
      : tool,
  )
}
