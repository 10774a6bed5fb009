import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { defaultAnswerSettings } from '@stet/history'
import { createDemoModel, createModels, defaultDefinitionOptions, loadBundledPrices, type Models } from '@stet/models'
import { streamText } from 'ai'

/** Reads one answer to its end, and says when each piece of its text arrives. */
export type Reader = (onText: (text: string) => void) => Promise<void>

export const readers = {
  ours(baseUrl: string): Reader {
    const models = modelsAt(baseUrl)
    return async onText => {
      const signal = new AbortController().signal
      const choice = { definition: 'definition_1', model: 'some-model' }
      const settings = defaultAnswerSettings
      for await (const event of models.stream({ choice, request: question, settings, purpose: 'answer', signal })) {
        if (event.kind === 'part-delta') onText(event.text)
      }
    }
  },

  /** The least code that reads an answer: it checks nothing. */
  bare(baseUrl: string): Reader {
    const body = JSON.stringify({ model: 'some-model', messages: [{ role: 'user', content: 'Hello?' }], stream: true })
    const headers = { 'content-type': 'application/json', authorization: 'Bearer none' }
    return async onText => {
      const response = await fetch(`${baseUrl}/chat/completions`, { method: 'POST', headers, body })
      if (response.body === null) throw new Error('the answer has no body')
      const decoder = new TextDecoder()
      let rest = ''
      for await (const bytes of response.body) {
        const events = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
        rest = events.pop() ?? ''
        for (const event of events) {
          if (event === 'data: [DONE]') return
          const text = JSON.parse(event.slice(6)).choices[0]?.delta.content
          if (text) onText(text)
        }
      }
    }
  },

  'AI SDK streamText'(baseUrl: string): Reader {
    const provider = createOpenAICompatible({ name: 'upstream', baseURL: baseUrl, apiKey: 'none', includeUsage: true })
    const model = provider.chatModel('some-model')
    return async onText => {
      const { fullStream } = streamText({ model, prompt: 'Hello?', maxRetries: 0 })
      for await (const part of fullStream) {
        if (part.type === 'text-delta') onText(part.text)
        if (part.type === 'error') throw part.error
      }
    }
  },
} satisfies Record<string, (baseUrl: string) => Reader>

export type ReaderName = keyof typeof readers

const question = {
  system: [],
  messages: [
    { form: 'plain', messageId: 'msg_1', role: 'user', parts: [{ kind: 'text', text: 'Hello?' }], cacheMark: false },
  ],
  tools: [],
} as const

function modelsAt(baseUrl: string): Models {
  const definition = {
    id: 'definition_1',
    type: 'openai-chat',
    name: 'Upstream',
    icon: null,
    preset: null,
    baseUrl,
    modelsUrl: null,
    options: defaultDefinitionOptions,
    enabled: true,
  } as const
  const connection = { definition, credentials: { key: 'none', headers: {} }, fetch: globalThis.fetch }
  const prices = loadBundledPrices()
  return createModels({
    demo: createDemoModel(),
    connections: { find: async () => ({ connection, models: [], overrides: {} }) },
    files: {
      read: async blob => {
        throw new Error(`there is no file ${blob}`)
      },
    },
    prices: { read: () => prices },
    clock: Date.now,
  })
}
