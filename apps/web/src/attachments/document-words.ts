import type { BlockReport } from '@stet/api/client'
import { formatTokens } from '../formats/format-tokens.ts'

/** How much of a document the next request sends. */
export function documentWords(block: BlockReport | undefined): string {
  if (block === undefined) return ''
  const { tokensBefore, tokensAfter } = block
  if (tokensAfter === 0) return `${formatTokens(tokensBefore)} tokens, not sent: the messages leave no space`
  if (tokensAfter < tokensBefore)
    return `Shortened to ${formatTokens(tokensAfter)} of ${formatTokens(tokensBefore)} tokens`
  return `${formatTokens(tokensAfter)} tokens`
}
