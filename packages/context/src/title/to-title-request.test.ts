import type { AssistantMessage, UserMessage } from '@stet/history'
import { answered } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import { exampleChat } from '../testing/example-input.ts'
import { TITLE_INSTRUCTION, toTitleRequest } from './to-title-request.ts'

function requestFor(question: UserMessage['parts'], answer: AssistantMessage['parts']) {
  const { say, path } = exampleChat()
  say({ role: 'user', parts: question })
  say({ ...answered(''), parts: answer })
  const [asked, said] = path()
  if (asked?.role !== 'user' || said?.role !== 'assistant') throw new Error('the chat is no exchange')
  return {
    ids: [asked.id, said.id],
    request: toTitleRequest({ question: asked, answer: said, instructionId: 'msg_a' }),
  }
}

describe('toTitleRequest', () => {
  it('[C18] holds what was said in the first exchange, and asks last', () => {
    const { ids, request } = requestFor(
      [
        { kind: 'file', blob: 'b', name: 'a.png', mediaType: 'image/png', size: 1 },
        { kind: 'text', text: 'What is it?' },
      ],
      [
        { kind: 'reasoning', text: 'Hm.', signature: null },
        { kind: 'text', text: 'A fern.' },
        { kind: 'text', text: 'A large one.' },
      ],
    )
    const plain = { form: 'plain', cacheMark: false } as const
    expect(request).toEqual({
      system: [],
      messages: [
        { ...plain, messageId: ids[0], role: 'user', parts: [{ kind: 'text', text: 'What is it?' }] },
        { ...plain, messageId: ids[1], role: 'assistant', parts: [{ kind: 'text', text: 'A fern.\nA large one.' }] },
        { ...plain, messageId: 'msg_a', role: 'user', parts: [{ kind: 'text', text: TITLE_INSTRUCTION }] },
      ],
      tools: [],
    })
  })

  it('[C18] takes the beginning of what is long, and cuts no character in two', () => {
    const { request } = requestFor([{ kind: 'text', text: `a${'😀'.repeat(3000)}` }], [{ kind: 'text', text: 'b' }])
    expect(request.messages[0]).toMatchObject({ parts: [{ kind: 'text', text: `a${'😀'.repeat(1999)}` }] })
  })

  it('[C18] sends no half of a character, which providers refuse', () => {
    const { request } = requestFor([{ kind: 'text', text: 'a\ud83d 😀' }], [{ kind: 'text', text: 'b' }])
    expect(request.messages[0]).toMatchObject({ parts: [{ kind: 'text', text: 'a\ufffd 😀' }] })
  })
})
