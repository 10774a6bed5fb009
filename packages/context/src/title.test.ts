import type { AssistantMessage, UserMessage } from '@stet/history'
import { answered } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import { exampleChat } from './testing/example-input.ts'
import { TITLE_INSTRUCTION, toTitle, toTitleRequest } from './title.ts'

it.each([
  ['Sorting lists in Rust', 'Sorting lists in Rust'],
  ['  "Sorting lists"  ', 'Sorting lists'],
  ['**Sorting lists.**', 'Sorting lists'],
  ['# Title: Sorting\tlists\nand more', 'Sorting lists'],
  ['Title: Sorting lists', 'Sorting lists'],
  ['\n\n---\nSorting', 'Sorting'],
  ['日本語の題名', '日本語の題名'],
  ['…', null],
  ['', null],
  [' \n\u0000 ', null],
])('[C18] reads %j as the title %j', (written, title) => {
  expect(toTitle(written)).toBe(title)
})

it('[C18] cuts a long title between graphemes', () => {
  const family = '👨‍👩‍👧‍👦'
  expect(toTitle(family.repeat(100))).toBe(`${family.repeat(79)}…`)
})

function requestFor(question: UserMessage['parts'], answer: AssistantMessage['parts']) {
  const { say, path } = exampleChat()
  say({ role: 'user', parts: question })
  say({ ...answered(''), parts: answer })
  const [asked, said] = path()
  if (asked?.role !== 'user' || said?.role !== 'assistant') throw new Error('the chat is no exchange')
  return {
    ids: [asked.id, said.id],
    request: toTitleRequest({ question: asked, answer: said, instructionId: 'msg_a', instruction: TITLE_INSTRUCTION }),
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
