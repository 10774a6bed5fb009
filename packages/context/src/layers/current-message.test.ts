import type { MessageId } from '@stet/history'
import { answered, asked, request } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import { measureView } from '../compaction/measure-view.ts'
import { contentAt } from '../draft/draft.ts'
import { runSteps } from '../draft/steps.ts'
import { exampleChat, exampleInput, exampleSettings } from '../testing/example-input.ts'

/** A chat of one question of 504 tokens that a checkpoint covers, in a budget of so many. */
function viewOf(budget: number, role: 'summary' | 'clear') {
  const { builder, say, path } = exampleChat()
  const question = say(asked('x'.repeat(2000)))
  builder.add(question, role === 'clear' ? { role } : summary(question))
  say(answered('I read it.'))
  const settings = exampleSettings({ maxPromptTokens: budget, reservedResponseTokens: 0 })
  const { draft } = runSteps(measureView(exampleInput(path(), { settings }), Number.POSITIVE_INFINITY))
  return { content: contentAt(draft, 0), note: draft.notes[0] }
}

function summary(coversThrough: MessageId) {
  const parts = [{ kind: 'text' as const, text: 'They asked for it to be read.' }]
  return { role: 'summary' as const, parts, coversThrough, form: 'prose' as const, request: request(null) }
}

describe('currentMessage', () => {
  it('[C10] a summary replaces a current message that alone is larger than the budget, and a note says so', () => {
    expect(viewOf(503, 'summary')).toMatchObject({
      content: {
        role: 'user',
        parts: [
          {
            kind: 'text',
            text: '<system-note>This message is too long to be sent. The summary in the system prompt holds what it says and asks.</system-note>',
          },
        ],
      },
      note: {
        fate: 'summarised',
        because: 'it does not fit into a request, so its summary is sent',
      },
    })
  })

  it('[C2] a current message that may be sent is sent whole', () => {
    expect(viewOf(600, 'summary')).toMatchObject({
      content: { parts: [{ kind: 'text', text: 'x'.repeat(2000) }] },
      note: { fate: 'sent' },
    })
  })

  it('[C10] a clear replaces nothing', () => {
    expect(viewOf(503, 'clear')).toMatchObject({ note: { fate: 'sent' } })
  })
})
