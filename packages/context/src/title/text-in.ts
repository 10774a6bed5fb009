/** What the text parts of a message say, one below the other. */
export function textIn(parts: readonly { readonly kind: string; readonly text?: string }[]): string {
  return parts.flatMap(({ kind, text }) => (kind === 'text' && text !== undefined ? [text] : [])).join('\n')
}
