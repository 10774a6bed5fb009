import type { AssembleInput, ContextDocument } from '../assemble-input.ts'
import { budgetOf } from '../budget-of.ts'
import { cutMarker, cutText } from '../cut-text.ts'
import type { DraftBlock } from '../draft.ts'
import type { Layer } from '../layer.ts'
import { fixedTokens, sizesOf, sum } from '../size-of.ts'
import type { TokenCounts } from '../token-counts.ts'

/** What the messages leave is given to documents in this many steps, so that the prefix moves that often at most. */
const STEPS = 8

/**
 * Documents stand between markers behind the system prompt, in their order, and have what the messages leave, down to nothing (C13). The
 * first gives way last: what precedes a cut stays cached.
 */
export const documents: Layer = {
  name: 'documents',
  apply: (draft, input) => {
    if (input.documents.length === 0) return draft
    const { budget } = budgetOf(input)
    const left = budget - fixedTokens(draft) - sum(sizesOf(draft, input.tokens))
    const blocks = fitted(input, left, Math.max(1, Math.floor(budget / STEPS)))
    const prompt = draft.system.filter(block => block.kind === 'prompt')
    const summary = draft.system.filter(block => block.kind !== 'prompt')
    return { ...draft, system: [...prompt, ...blocks, ...summary] }
  },
}

function fitted({ documents: given, tokens }: AssembleInput, left: number, step: number): readonly DraftBlock[] {
  const whole = given.map(document => ({ document, text: framed(document, document.text) }))
  const counted = whole.map(each => ({ ...each, count: tokens.text(each.text) }))
  if (sum(counted.map(({ count }) => count)) <= left) {
    return counted.map(({ document, text, count }) => wholeBlock(document, text, count))
  }
  let allowed = Math.max(0, Math.floor(left / step) * step)
  return counted.map(({ document, text, count }) => {
    const block = count <= allowed ? wholeBlock(document, text, count) : cutBlock(document, count, allowed, tokens)
    allowed = count <= allowed ? allowed - count : 0
    return block
  })
}

function framed({ name }: ContextDocument, text: string): string {
  const title = JSON.stringify(name)
  return `[BEGIN DOCUMENT ${title}]\n${text}\n[END DOCUMENT ${title}]`
}

function wholeBlock(document: ContextDocument, text: string, tokens: number): DraftBlock {
  return {
    ...frame(document, tokens),
    text,
    fate: 'sent',
    because: 'a document of the chat',
    tokensAfter: tokens,
  }
}

function cutBlock(document: ContextDocument, count: number, allowed: number, tokens: TokenCounts): DraftBlock {
  let length = Math.floor((document.text.length * allowed) / count)
  while (length > 0) {
    const kept = cutText(document.text, length)
    const text = framed(document, `${kept}\n${cutMarker(document.text.length - kept.length)}`)
    const tokensAfter = tokens.text(text)
    if (tokensAfter <= allowed) {
      const because = 'it is cut to what the messages leave'
      return { ...frame(document, count), text, fate: 'trimmed', because, tokensAfter }
    }
    length = Math.min(length - 1, Math.floor((length * allowed * 0.95) / tokensAfter))
  }
  const because = 'the messages leave no room for it'
  return { ...frame(document, count), text: null, fate: 'over-budget', because, tokensAfter: 0 }
}

function frame({ name }: ContextDocument, tokensBefore: number) {
  return { kind: 'document', name, layer: 'documents', tokensBefore, cached: false, cacheMark: false } as const
}
