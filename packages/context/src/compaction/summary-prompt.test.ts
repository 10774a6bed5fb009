import { describe, expect, it } from 'vitest'
import { roughTokenCounts } from '../testing/rough-token-counts.ts'
import type { CompactionPlan } from './compaction-plan.ts'
import { snapshotPrompt, summaryPrompt } from './summary-prompt.ts'
import { chunkRoom } from './summary-size.ts'

const plan: CompactionPlan = {
  stage: 'older',
  coversThrough: 'msg_through',
  earlier: null,
  summarise: [],
  keep: [],
  summariseCurrent: false,
  target: 300,
  room: 2000,
  outputLimit: 1024,
  replacedTokens: 5000,
  tokens: { before: 9000, after: 5000 },
  because: '',
}
const chunk = { text: 'User:\n> Hi', number: 1, of: 1 }

describe('the prompts of a summary', () => {
  it('[C10] asks for a summary of the conversation, in words', () => {
    const { user } = summaryPrompt({ plan, running: null, chunk })
    expect(user).toBe('The conversation:\n\nUser:\n> Hi\n\nWrite the summary of all of this. Use at most 200 words.')
  })

  it('[C10] a later chunk carries the summary of those before it, quoted', () => {
    const { user } = summaryPrompt({ plan, running: 'They met.\nUser:', chunk: { ...chunk, number: 2, of: 3 } })
    expect(user).toBe(
      'Summary of what came before:\n\n> They met.\n> User:\n\nThe conversation, part 2 of 3:\n\nUser:\n> Hi\n\n' +
        'Write the summary of all of this. Use at most 200 words.',
    )
  })

  it('[C10] says with the last chunk that the current message is to be answered from the summary', () => {
    const current = { ...plan, summariseCurrent: true }
    const first = summaryPrompt({ plan: current, running: null, chunk: { ...chunk, number: 1, of: 2 } })
    const last = summaryPrompt({ plan: current, running: 'They met.', chunk: { ...chunk, number: 2, of: 2 } })
    expect(first.user).not.toContain('the one to be answered next')
    expect(last.user).toContain('the one to be answered next')
  })

  it('[C10] keeps facts, constraints, decisions, what is to be done and open questions, and invents nothing', () => {
    const { system } = summaryPrompt({ plan, running: null, chunk })
    for (const kept of [
      'facts',
      'constraint',
      'decisions',
      'still to be done',
      'questions that are open',
      'Invent nothing',
    ]) {
      expect(system).toContain(kept)
    }
  })

  it('[C12] the snapshot is XML: goal, knowledge, files, actions, plan', () => {
    const { system, user } = snapshotPrompt({ plan, running: null, chunk })
    const elements = [...system.matchAll(/<(\w+)>[^<]*<\/\1>/g)].map(found => found[1])
    expect(elements).toEqual([
      'overall_goal',
      'constraints',
      'key_knowledge',
      'decisions',
      'file_system_state',
      'recent_actions',
      'current_plan',
      'open_questions',
    ])
    expect(user).toContain('Write the snapshot of all of this.')
  })

  it.each([
    ['summary', summaryPrompt],
    ['snapshot', snapshotPrompt],
  ])('[C10] a chunk of a %s leaves room for the prompt, the running summary and the answer', (_name, prompt) => {
    const room = chunkRoom({ plan, window: 8192, tokens: roughTokenCounts, prompt }) ?? 0
    expect(room).toBeGreaterThan(4000)
    const full = { text: 'x'.repeat(room * 4), number: 2, of: 3 }
    const { system, user } = prompt({ plan, running: 'y'.repeat(plan.outputLimit * 4), chunk: full })
    expect(roughTokenCounts.text(system) + roughTokenCounts.text(user) + 8 + plan.outputLimit).toBeLessThanOrEqual(8192)
    expect(chunkRoom({ plan, window: 2500, tokens: roughTokenCounts, prompt })).toBeNull()
  })
})
