import type { ModelRequest } from '@stet/history'
import { describe, expect, it } from 'vitest'
import type { ModelError } from '../model-error.ts'
import type { Answer, ModelEvent } from '../model-event.ts'
import type { ModelCall } from '../models.ts'
import type { SentRequest } from '../sent-request.ts'
import { type AnswerCase, describeAnswers } from '../testing/contract/describe-answers.ts'
import { conversation } from '../testing/conversation.ts'
import { recordStream } from '../testing/find-breaches.ts'
import { demoPrices } from './definition.ts'
import { createDemoModel } from './demo-model.ts'
import { chooseScene, scenes } from './scenes.ts'

const demo = createDemoModel({ pace: 0 })
const never = new AbortController().signal

function demoCase(text: string, ends: AnswerCase['ends'], purpose: ModelCall['purpose'] = 'answer'): AnswerCase {
  const request = conversation(text)
  return {
    name: `${purpose} to ${JSON.stringify(text)}`,
    open: signal => demo.stream({ request, purpose, signal }),
    ends,
  }
}

describe('the demo keeps the contract of models', () => {
  describeAnswers([
    demoCase('what is stet', 'complete'),
    demoCase('think', 'complete'),
    demoCase('tool call', 'complete'),
    demoCase('to-do list', 'complete'),
    demoCase('long answer', 'complete'),
    demoCase('Who was Ada Lovelace? 👩🏽‍💻', 'complete'),
    demoCase('', 'complete'),
    demoCase('length', 'length'),
    demoCase('refuse', 'refused'),
    demoCase('error', 'invalid-request'),
    demoCase('error rate limit', 'rate-limited'),
    demoCase('error overloaded', 'overloaded'),
    demoCase('error mid-stream', 'network'),
    demoCase('Tea', 'complete', 'title'),
    demoCase('Tea', 'complete', 'summary'),
  ])
})

async function answer(request: ModelRequest): Promise<Answer> {
  const { events, thrown } = await recordStream(demo.stream({ request, purpose: 'answer', signal: never }))
  const last = events.at(-1)
  if (last?.kind !== 'answer-finished') throw new Error('the demo did not finish', { cause: thrown })
  return last.answer
}

describe('the demo model', () => {
  it('[U1] [X1] reports its request like any other, before it answers', async () => {
    const request = conversation('Tea')
    const reported: unknown[] = []
    const onSent = async (sent: SentRequest) => {
      await Promise.resolve()
      reported.push(sent)
    }
    const { events } = await recordStream(demo.stream({ request, purpose: 'answer', signal: never, onSent }))
    const { method, url, body, prices } = {
      method: 'POST',
      url: 'demo:',
      body: JSON.stringify(request),
      prices: demoPrices,
    }
    expect(reported).toEqual([{ method, url, headers: {}, body, notApplied: [], notes: [], prices }])
    expect(events.at(-1)?.kind).toBe('answer-finished')
    const refusal = new Error('no space is left')
    const refused = demo.stream({ request, purpose: 'answer', signal: never, onSent: () => Promise.reject(refusal) })
    expect(await recordStream(refused)).toMatchObject({ events: [], thrown: refusal })
  })

  it('[P2] plays every scene for the words by which it invites to it', () => {
    const invited = scenes.flatMap(({ name, invitation }) => (invitation === null ? [] : [[invitation.say, name]]))
    const played = invited.map(([text = '']) => [
      text,
      chooseScene({ text, earlier: [], answers: 0, tools: [], results: [] }).name,
    ])
    expect(played).toEqual(invited)
  })

  it('[P4] thinks before it answers when it is asked to', async () => {
    expect((await answer(conversation('think about it'))).parts.map(part => part.kind)).toEqual(['reasoning', 'text'])
  })

  it('[P4] ends an answer with a call when it is asked for one', async () => {
    expect((await answer(conversation('call a tool'))).parts.at(-1)).toEqual({
      kind: 'tool-call',
      tool: 'demo_clock',
      input: '{"zone": "UTC", "format": "hours and minutes"}',
      providerCallId: 'demo-call-1',
    })
  })

  it('[T9] writes a to-do list with the tool for it, and says how to offer that where it is not', async () => {
    const asked = conversation('to-do list')
    const tool = { name: 'write_todo', description: 'Keeps a list', input: {} }
    const [text, call] = (await answer({ ...asked, tools: [tool] })).parts
    expect([text?.kind, call]).toMatchObject(['text', { kind: 'tool-call', tool: 'write_todo' }])
    expect((await answer(asked)).parts).toEqual([
      { kind: 'text', text: expect.stringContaining('no tool for that is offered in this chat') },
    ])
  })

  it('reports on results instead of calling again, which would never end', async () => {
    const asked = conversation('call a tool', 'I call.')
    const content = [{ kind: 'text' as const, text: '12:00' }]
    const result = {
      kind: 'tool-result' as const,
      callId: 'call_1' as const,
      tool: 'demo_clock',
      outcome: 'done' as const,
      content,
    }
    const request: ModelRequest = {
      ...asked,
      messages: [
        ...asked.messages,
        { form: 'plain', messageId: 'msg_9', role: 'tool-results', parts: [result], cacheMark: false },
      ],
    }
    expect((await answer(request)).parts).toEqual([
      { kind: 'text', text: '`demo_clock` came back as **done**:\n\n> 12\\:00' },
    ])
  })

  it('[C1] reports how much of the conversation it was sent', async () => {
    const { parts } = await answer(conversation('Ada?', 'Who?', 'Ada *Lovelace*?', 'No.', 'Why?'))
    expect(parts[0]).toMatchObject({
      text: expect.stringContaining(
        'This is the third message of yours that I was sent, and 2 answers came along with it. The earliest of yours begins:\n\n> Ada\\?',
      ),
    })
  })

  it('takes a longer text for what it is, whatever words are in it', () => {
    const text =
      'I keep a table of tides, and some code to draw it, and I would like to know where the harbour wall should go.'
    expect(chooseScene({ text, earlier: [], answers: 0, tools: [], results: [] }).name).toBe('fallback')
  })

  it('does not fail a user who writes about an error of their own', async () => {
    expect((await answer(conversation('My build ends with an error, why?'))).end).toBe('complete')
  })

  it('[C7] reads back its own native content', async () => {
    const { native } = await answer(conversation('think'))
    if (native === null) throw new Error('the demo gives native content')
    const question = conversation('think')
    const request: ModelRequest = {
      ...question,
      messages: [
        ...question.messages,
        { form: 'native', messageId: 'msg_1', role: 'assistant', native, calls: [], cacheMark: false },
      ],
    }
    const { events } = await recordStream(demo.stream({ request, purpose: 'summary', signal: never }))
    expect(events.at(-1)).toMatchObject({
      answer: {
        parts: [
          {
            kind: 'text',
            text: '- Asked: think\n- Last answer: **The riddle:** three switches downstairs, one lamp upstairs, one walk up.',
          },
        ],
      },
    })
  })

  it('[C7] refuses the native content of another protocol', async () => {
    const native = { protocol: 'other', content: [] }
    const request: ModelRequest = {
      ...conversation('think'),
      messages: [{ form: 'native', messageId: 'msg_0', role: 'assistant', native, calls: [], cacheMark: false }],
    }
    const { thrown } = await recordStream(demo.stream({ request, purpose: 'answer', signal: never }))
    expect(thrown).toMatchObject({ kind: 'replay-refused' } satisfies Partial<ModelError>)
  })

  it('[P4] reports what it used, in its own words and normalised', async () => {
    const request: ModelRequest = { ...conversation('refuse'), system: [{ text: 'Be brief.', cacheMark: false }] }
    const { rawUsage, usage, parts } = await answer(request)
    const answerCharacters = parts.reduce((sum, part) => sum + (part.kind === 'text' ? part.text.length : 0), 0)
    expect({ rawUsage, usage }).toEqual({
      rawUsage: { promptCharacters: 'Be brief.refuse'.length, answerCharacters, thinkingCharacters: 0 },
      usage: {
        input: 4,
        cacheRead: 0,
        cacheWrite: 0,
        output: Math.ceil(answerCharacters / 4),
        reasoning: 0,
        webSearches: 0,
      },
    })
  })

  it('[P2] waits before its first event, then from word to word, the same for the same text', async () => {
    async function waits(pace: number): Promise<readonly number[]> {
      const waited: number[] = []
      const wait = async (milliseconds: number) => void waited.push(milliseconds)
      await recordStream(
        createDemoModel({ wait, pace }).stream({ request: conversation('refuse'), purpose: 'answer', signal: never }),
      )
      return waited
    }
    const natural = await waits(1)
    expect(natural[0]).toBe(250)
    expect(natural.slice(1).filter(milliseconds => milliseconds < 16 || milliseconds > 33)).toEqual([])
    expect(new Set(natural).size).toBeGreaterThan(4)
    expect(await waits(1)).toEqual(natural)
    expect(await waits(0)).toEqual([])
  })

  it('[R4] ends at once when it is aborted while it waits', async () => {
    const controller = new AbortController()
    const stream = createDemoModel({ pace: 1_000_000 }).stream({
      request: conversation('hi'),
      purpose: 'answer',
      signal: controller.signal,
    })
    const next: Promise<IteratorResult<ModelEvent>> = stream[Symbol.asyncIterator]().next()
    controller.abort()
    await expect(next).rejects.toMatchObject({ kind: 'aborted' })
  })
})
