import { defaultAnswerSettings } from '@stet/history'
import { describe, expect, it } from 'vitest'
import type { Connection } from '../definition.ts'
import { defaultDefinitionOptions } from '../definition.ts'
import type { DiscoveredModel } from '../discovered-model.ts'
import { ModelError, type ModelErrorFacts, type ModelErrorKind } from '../model-error.ts'
import type { ModelEvent } from '../model-event.ts'
import type { AnswerReader, Provider, RequestInput } from '../provider.ts'
import { testConnection, testKey } from '../testing/test-connection.ts'
import { testDefinition } from './test-definition.ts'

const connection = testConnection({
  type: 'openai-chat',
  baseUrl: 'https://api.birds.example/v1',
  definition: { name: 'Birds' },
  fetch: async () => new Response('data: {}\n\n'),
})
const withoutKey = { ...connection, credentials: { key: null, headers: {} } }
const atHome: Connection = {
  ...withoutKey,
  definition: { ...connection.definition, options: { ...defaultDefinitionOptions, local: true } },
}

const finished: ModelEvent = {
  kind: 'answer-finished',
  answer: { end: 'length', parts: [], native: null, rawUsage: null, usage: null },
}

type Outcome<Value> = Value | ModelError

function trouble(kind: ModelErrorKind, facts: Partial<ModelErrorFacts> = {}): ModelError {
  return new ModelError(kind, { message: `the ${kind} of birds`, ...facts })
}

/** A scripted provider; answers are given by model. */
function fake(listed: Outcome<readonly string[]>, answers: Readonly<Record<string, Outcome<ModelEvent>>> = {}) {
  const calls: RequestInput[] = []
  const provider: Provider = {
    type: 'openai-chat',
    defaults: { takes: { images: true, files: false, tools: true }, reasoning: 'none', caching: 'none' },
    familyOf: model => model,
    notApplied: () => [],
    async discover(): Promise<readonly DiscoveredModel[]> {
      if (listed instanceof ModelError) throw listed
      return listed.map(model => ({ model, contextWindow: 1_000 }))
    },
    prepare(call) {
      calls.push(call)
      const answer = answers[call.facts.model]
      if (answer === undefined) throw new Error(`nobody said how ${call.facts.model} answers`)
      if (answer instanceof ModelError) throw answer
      return {
        url: 'https://api.birds.example/v1/answer',
        headers: new Headers(),
        body: {},
        notApplied: [],
        notes: [],
        createReader: () => answering(answer),
        refine: () => null,
      }
    },
  }
  return { provider, calls }
}

/** Takes any event for the end of the answer. */
function answering(answer: ModelEvent): AnswerReader {
  let made: readonly ModelEvent[] = []
  let ended = false
  return {
    read() {
      made = [answer]
      ended = true
    },
    readWhole: () => undefined,
    hasEnded: () => ended,
    end: () => undefined,
    reported: () => null,
    take() {
      const taken = made
      made = []
      return taken
    },
  }
}

interface Tried {
  readonly listed: Outcome<readonly string[]>
  readonly answers?: Readonly<Record<string, Outcome<ModelEvent>>>
  readonly connection?: Connection
  readonly model?: string
}

async function outcomes({ listed, answers, connection: tested = connection, model }: Tried) {
  const { provider } = fake(listed, answers)
  const signal = new AbortController().signal
  const { ok, steps } = await testDefinition({
    connection: tested,
    provider,
    signal,
    ...(model !== undefined && { model }),
  })
  return { ok, steps: steps.map(({ step, outcome, says }) => [step, outcome, says]) }
}

const notTried = 'This could not be tried yet.'
const isThere = ['reach', 'ok', 'Birds is there.']
const keyTaken = ['key', 'ok', 'The key was accepted.']

describe('a definition that is tested', () => {
  it('[P7] passes when it lists its models and one of them answers', async () => {
    expect(await outcomes({ listed: ['wren', 'owl'], answers: { wren: finished } })).toEqual({
      ok: true,
      steps: [isThere, keyTaken, ['models', 'ok', '2 models found.'], ['answer', 'ok', 'wren answered.']],
    })
  })

  it('[P7] is asked for next to nothing, by what is known of the model', async () => {
    const { provider, calls } = fake(['wren'], { wren: finished })
    await testDefinition({ connection, provider, signal: new AbortController().signal })
    expect(calls.map(({ request, settings, facts }) => ({ request, settings, window: facts.contextWindow }))).toEqual([
      {
        request: {
          system: [],
          tools: [],
          messages: [
            {
              form: 'plain',
              messageId: null,
              role: 'user',
              parts: [{ kind: 'text', text: 'Answer with the one word: yes' }],
              cacheMark: false,
            },
          ],
        },
        settings: { ...defaultAnswerSettings, outputLimit: 16 },
        window: 1_000,
      },
    ])
  })

  it('[P7] says so when the key is wrong, whether the list or only the answer says it', async () => {
    const says = 'The key was rejected. Check that it is complete and belongs to Birds.'
    const wrong = trouble('auth', { status: 401 })
    expect(await outcomes({ listed: wrong })).toEqual({
      ok: false,
      steps: [isThere, ['key', 'failed', says], ['models', 'not-tried', notTried], ['answer', 'not-tried', notTried]],
    })
    expect(await outcomes({ listed: ['wren'], answers: { wren: wrong } })).toEqual({
      ok: false,
      steps: [isThere, ['key', 'failed', says], ['models', 'ok', '1 model found.'], ['answer', 'not-tried', notTried]],
    })
  })

  it('[P7] says what is wrong with a key that is missing, not allowed, or spent', async () => {
    const saysOfKey = async (status: number, tested: Connection = connection) => {
      const { steps } = await outcomes({ listed: trouble('auth', { status }), connection: tested })
      return steps[1]?.[2]
    }
    expect(await saysOfKey(401, withoutKey)).toBe('Birds asks for a key, and none is set.')
    expect(await saysOfKey(403)).toBe(
      'The key is not allowed to do this. Check its permissions at Birds, or use another one.',
    )
    expect(await saysOfKey(402)).toBe(
      'The account at Birds has nothing left to spend. Add credit there, then test again.',
    )
  })

  it('[P7] says that nothing is there, and what to start when it should run at home', async () => {
    const rest = [
      ['key', 'not-tried', notTried],
      ['models', 'not-tried', notTried],
      ['answer', 'not-tried', notTried],
    ]
    expect(await outcomes({ listed: trouble('network') })).toEqual({
      ok: false,
      steps: [
        ['reach', 'failed', 'Birds cannot be reached. Check the base URL and your connection, then test again.'],
        ...rest,
      ],
    })
    expect(await outcomes({ listed: trouble('network'), connection: atHome })).toEqual({
      ok: false,
      steps: [['reach', 'failed', 'Birds does not answer. Start it on your computer, then test again.'], ...rest],
    })
    expect(await outcomes({ listed: trouble('protocol') })).toEqual({
      ok: false,
      steps: [
        ['reach', 'failed', 'Something answers, but not as Birds would. Check the base URL and the type.'],
        ...rest,
      ],
    })
  })

  it('[P7] needs no key at home, and says when there is no model yet', async () => {
    const local = { connection: atHome }
    const { ok, steps } = await outcomes({ ...local, listed: ['wren'], answers: { wren: finished } })
    expect([ok, steps[1]]).toEqual([true, ['key', 'ok', 'No key is needed.']])
    expect((await outcomes({ ...local, listed: [] })).steps[2]).toEqual([
      'models',
      'failed',
      'Birds has no model yet. Fetch or load one, then test again.',
    ])
    expect((await outcomes({ listed: [] })).steps[2]).toEqual([
      'models',
      'failed',
      'Birds lists no model for this key.',
    ])
  })

  it('[P7] tries another model when one is not to be had, and gives up after three', async () => {
    const gone = trouble('not-found', { status: 404 })
    expect(await outcomes({ listed: ['wren', 'owl'], answers: { wren: gone, owl: finished } })).toEqual({
      ok: true,
      steps: [isThere, keyTaken, ['models', 'ok', '2 models found.'], ['answer', 'ok', 'owl answered.']],
    })
    expect(
      await outcomes({ listed: ['a', 'b', 'c', 'd'], answers: { a: gone, b: gone, c: gone, d: finished } }),
    ).toEqual({
      ok: false,
      steps: [
        isThere,
        keyTaken,
        ['models', 'ok', '4 models found.'],
        ['answer', 'failed', 'There is no model c for this key. Choose another one.'],
      ],
    })
  })

  it('[P7] is tested with the model that the user names, also where there is no list', async () => {
    const listed = trouble('not-found', { status: 404 })
    expect(await outcomes({ listed, model: 'owl', answers: { owl: finished } })).toEqual({
      ok: true,
      steps: [
        isThere,
        keyTaken,
        [
          'models',
          'failed',
          'There is no list of models at this address. Check the base URL, or give the address of a list.',
        ],
        ['answer', 'ok', 'owl answered.'],
      ],
    })
  })

  it('[P7] says what to do about every kind of trouble with an answer', async () => {
    const saysOf = async (error: ModelError) => {
      const { steps } = await outcomes({ listed: ['wren'], answers: { wren: error } })
      return steps.find(([, outcome]) => outcome === 'failed')?.slice(0, 3)
    }
    const refused = 'Birds refused to answer with wren. Choose another model, or check the options of the definition.'
    expect(await saysOf(trouble('rate-limited', { retryAfterMs: 21_500 }))).toEqual([
      'answer',
      'failed',
      'Birds asks for a pause of 22 s. Test again later.',
    ])
    expect(await saysOf(trouble('rate-limited', { retryable: false }))).toEqual([
      'answer',
      'failed',
      'The account at Birds has reached its limit. Raise it there, or add credit.',
    ])
    expect(await saysOf(trouble('overloaded'))).toEqual([
      'answer',
      'failed',
      'Birds is busy or out of order. Test again in a moment.',
    ])
    for (const kind of ['invalid-request', 'refused', 'replay-refused', 'context-too-long'] as const) {
      expect(await saysOf(trouble(kind))).toEqual(['answer', 'failed', refused])
    }
    expect((await saysOf(trouble('network')))?.[0]).toBe('reach')
  })

  it('[P7] gives the provider’s words beside, without anything secret', async () => {
    const { provider } = fake(trouble('auth', { status: 401, message: `wrong key: ${testKey}` }))
    const { steps } = await testDefinition({ connection, provider, signal: new AbortController().signal })
    expect(steps[1]).toMatchObject({ kind: 'auth', detail: 'wrong key: [secret removed]' })
    expect(JSON.stringify(steps)).not.toContain(testKey)
  })

  it('[P7] is left when the user leaves, and does not hide a fault of ours', async () => {
    const { provider } = fake(trouble('network'))
    await expect(testDefinition({ connection, provider, signal: AbortSignal.abort() })).rejects.toMatchObject({
      kind: 'aborted',
    })
    const broken = fake(['wren']).provider
    await expect(
      testDefinition({ connection, provider: broken, signal: new AbortController().signal }),
    ).rejects.toThrow('nobody said how wren answers')
  })
})
