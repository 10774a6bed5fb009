import { declareSettings, type Json } from '@stet/history'
import { isFields } from '../read-input.ts'
import {
  drawn,
  failed,
  type ParsedInput,
  type Tool,
  type ToolContext,
  type ToolProgress,
  type ToolResult,
} from '../tool.ts'
import type { WebHit, WebQuery } from './search-services.ts'

/** The search service that the user has set up. */
export interface WebSearchPort {
  search(query: WebQuery, signal: AbortSignal): Promise<WebSearchEnd>
}

export type WebSearchEnd =
  | { readonly kind: 'found'; readonly hits: readonly WebHit[] }
  /** `because` is a sentence that the model reads. */
  | { readonly kind: 'refused'; readonly because: string }

export const WEB_SEARCH = 'web_search'

const options = declareSettings({
  ownSearch: {
    kind: 'switch',
    label: 'Prefer the provider’s own search',
    help: 'The provider of the chat’s model searches, in a request of its own that costs tokens. Where that does not work, the search service is asked, and the result says so.',
    default: false,
  },
})

const MOST_HITS = 20
const USUAL_HITS = 8
const LONGEST_QUERY = 1_000

/** Searches the web through a service of the user's, because most models have no search of their own (T8). */
export function createWebSearch(port: WebSearchPort, unavailable?: string): Tool<WebQuery, typeof options> {
  return {
    name: WEB_SEARCH,
    title: 'Web search',
    icon: 'search',
    description:
      'Searches the web and answers with titles, addresses and excerpts of the pages it found. Use it for what is recent or what you are not sure of, ' +
      'and fetch a page for more than its excerpt.',
    input: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What to look for, in words of a search engine.' },
        count: {
          type: 'integer',
          minimum: 1,
          maximum: MOST_HITS,
          description: `How many results; ${USUAL_HITS} if left out.`,
        },
      },
      required: ['query'],
      additionalProperties: false,
    },
    options,
    policy: 'confirm',
    alwaysConfirm: false,
    needs: ['sockets'],
    ...(unavailable !== undefined && { unavailable }),
    instructions: async () => null,
    parse: parseQuery,
    summary: ({ words }) => words.slice(0, 200),
    async *run(query, context) {
      const own = context.options.ownSearch ? yield* searchByProvider(query, context) : null
      if (own?.kind === 'answered') return own.result
      yield { text: `Searching for ${query.words.slice(0, 200)}` }
      const end = await port.search(query, context.signal)
      const because = own === null ? '' : `${own.because} The search service was asked instead.\n\n`
      if (end.kind === 'refused') return failed(`${because}${end.because}`)
      if (end.hits.length === 0) return drawn(`${because}Nothing was found. Try other words.`, [])
      const result = drawn(`${because}${toText(end.hits)}`, [{ kind: 'links', links: end.hits }])
      return own === null ? result : { ...result, shown: `${own.because} The search service was asked instead.` }
    },
  }
}

function parseQuery(given: Json): ParsedInput<WebQuery> {
  const { query, count = USUAL_HITS } = isFields(given) ? given : {}
  if (typeof query !== 'string' || query.trim() === '' || query.length > LONGEST_QUERY) {
    return { kind: 'invalid', because: `\`query\` must be a text of 1 to ${LONGEST_QUERY} characters.` }
  }
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > MOST_HITS) {
    return { kind: 'invalid', because: `\`count\` must be a whole number from 1 to ${MOST_HITS}.` }
  }
  return { kind: 'parsed', input: { words: query.trim(), count } }
}

type OwnSearch =
  | { readonly kind: 'answered'; readonly result: ToolResult }
  | { readonly kind: 'unable'; readonly because: string }

/** A request to the chat's model with the search of its provider switched on. */
async function* searchByProvider(
  { words, count }: WebQuery,
  { children, model }: Pick<ToolContext, 'children' | 'model'>,
): AsyncGenerator<ToolProgress, OwnSearch> {
  if (children === undefined) return unable('a sub-agent cannot use it')
  const text = `Search the web for: ${words}\n\nAnswer with a list of up to ${count} results, each with its title, its full address and what the page says about it. Nothing else.`
  const end = yield* children.run({ text, model, webSearch: true })
  if (end.kind === 'refused') return unable(end.because.replace(/\.$/, ''))
  if (end.end !== 'complete' || end.text.trim() === '') return unable(`it ended early (${end.end})`)
  return {
    kind: 'answered',
    result: { outcome: 'done', content: [{ kind: 'text', text: end.text }], shown: end.text },
  }
}

function unable(because: string): OwnSearch {
  return { kind: 'unable', because: `The provider’s own search did not work: ${because}.` }
}

function toText(hits: readonly WebHit[]): string {
  return hits.map(({ title, url, excerpt }, index) => `${index + 1}. ${title}\n${url}\n${excerpt}`.trim()).join('\n\n')
}
