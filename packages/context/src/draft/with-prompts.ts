import type { PlacedPrompt } from '@stet/history'
import type { AssembleInput } from './assemble-input.ts'
import type { Draft, PromptChange, TextBlock } from './draft.ts'
import { changesOf } from './place-prompt.ts'

/** The draft with these system prompts (C21). Blocks that stay the same are the same objects: a report knows which layer made them. */
export function withPrompts(draft: Draft, prompts: readonly PlacedPrompt[], { tokens }: AssembleInput): Draft {
  if (JSON.stringify(prompts) === JSON.stringify(draft.prompts)) return draft
  const toBlock = (text: string): TextBlock => {
    const count = tokens.text(text)
    return { kind: 'prompt', name: '', text, fate: 'sent', because: '', tokensBefore: count, tokensAfter: count }
  }
  const front = prompts[0]?.text ?? ''
  const others = draft.system.filter(({ kind }) => kind !== 'prompt')
  const promptChanges = [...changesOf(prompts)].map(
    ([after, said]): PromptChange => ({ ...toBlock(said), name: 'change', after }),
  )
  return { ...draft, prompts, promptChanges, system: front === '' ? others : [toBlock(front), ...others] }
}
