/** A token count such as 840, 12.3k or 1.2M (V4). */
export function formatTokens(tokens: number): string {
  if (!Number.isFinite(tokens) || tokens < 0) return 'unknown'
  if (tokens < 1000) return String(Math.round(tokens))
  if (tokens < 999_950) return `${(tokens / 1000).toFixed(1)}k`
  return `${(tokens / 1_000_000).toFixed(1)}M`
}
