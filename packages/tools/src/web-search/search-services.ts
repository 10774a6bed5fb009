import type { Json } from '@stet/history'
import { isFields } from '../read-input.ts'

/** A page that a search found. */
export interface WebHit {
  readonly title: string
  readonly url: string
  readonly excerpt: string
}

export type SearchServiceName = 'searxng' | 'brave' | 'tavily'

/** What the user reads about a service before choosing it. */
export interface SearchServiceFacts {
  readonly name: SearchServiceName
  readonly label: string
  /** Where it is unless the user says otherwise; null for one that the user runs. */
  readonly address: string | null
  readonly needsKey: boolean
  readonly help: string
}

export interface WebQuery {
  readonly words: string
  readonly count: number
}

/** How a service is asked and what it answers. */
export interface SearchService extends SearchServiceFacts {
  toRequest(address: string, key: string | null, query: WebQuery): { readonly url: string; readonly init: RequestInit }
  /** Null for an answer that is not this service's. */
  readHits(body: Json): readonly WebHit[] | null
  /** What a refusal means and what the user can do about it, as a sentence; null where only its status is known. */
  explain(status: number, body: Json): string | null
}

const searxng: SearchService = {
  name: 'searxng',
  label: 'SearXNG',
  address: null,
  needsKey: false,
  help: 'A search server that you run yourself. Its settings.yml must list json under search: formats.',
  toRequest(address, key, { words }) {
    const url = endpoint(address, '/search', { q: words, format: 'json' })
    const authorization: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` }
    return { url, init: { headers: { accept: 'application/json', ...authorization } } }
  },
  readHits: body => readList(body, ['results'], { title: 'title', excerpt: 'content' }),
  explain: status =>
    status === 403
      ? 'This SearXNG does not answer in JSON. Add json under search: formats in its settings.yml and restart it.'
      : null,
}

const brave: SearchService = {
  name: 'brave',
  label: 'Brave Search',
  address: 'https://api.search.brave.com',
  needsKey: true,
  help: 'Needs an API key of Brave’s Search plan.',
  toRequest(address, key, { words, count }) {
    const asked = { q: words.slice(0, BRAVE_LONGEST), count: String(count), text_decorations: 'false' }
    const headers = { accept: 'application/json', 'x-subscription-token': key ?? '' }
    return { url: endpoint(address, '/res/v1/web/search', asked), init: { headers } }
  },
  readHits(body) {
    // Without a result it leaves `web` out.
    if (textAt(body, 'type') === 'search' && fieldAt(body, 'web') === null) return []
    return readList(body, ['web', 'results'], { title: 'title', excerpt: 'description' })
  },
  explain(status, body) {
    const error = fieldAt(body, 'error')
    // It refuses a key it does not know with 422, as it does a wrong parameter.
    if (textAt(error, 'code') === 'SUBSCRIPTION_TOKEN_INVALID') return wrongKey('Brave Search')
    return status === 429 ? spent('Brave Search') : textAt(error, 'detail')
  },
}

const tavily: SearchService = {
  name: 'tavily',
  label: 'Tavily',
  address: 'https://api.tavily.com',
  needsKey: true,
  help: 'Needs an API key, which begins with tvly-.',
  toRequest(address, key, { words, count }) {
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: `Bearer ${key ?? ''}`,
    }
    const body = JSON.stringify({ query: words.slice(0, TAVILY_LONGEST), max_results: count, search_depth: 'basic' })
    return { url: endpoint(address, '/search', {}), init: { method: 'POST', headers, body } }
  },
  readHits: body => readList(body, ['results'], { title: 'title', excerpt: 'content' }),
  explain(status, body) {
    if (status === 401) return wrongKey('Tavily')
    // 432 and 433 are its own: the plan is used up, or its limit of pay-as-you-go.
    if ([429, 432, 433].includes(status)) return spent('Tavily')
    const detail = fieldAt(body, 'detail')
    return textAt(detail, 'error') ?? (typeof detail === 'string' ? detail : null)
  },
}

export const SEARCH_SERVICES: Readonly<Record<SearchServiceName, SearchService>> = { searxng, brave, tavily }

/** What these services take as a query. */
const BRAVE_LONGEST = 400
const TAVILY_LONGEST = 400

const LONGEST_TITLE = 300
const LONGEST_EXCERPT = 1_000
const LONGEST_URL = 2_000

function wrongKey(label: string): string {
  return `${label} does not accept this key. Check it on their page for API keys and enter it again.`
}

function spent(label: string): string {
  return `${label} allows no more searches for now. Try again later, or look at the plan of this key.`
}

/** An address with a path of its own keeps it. */
function endpoint(address: string, path: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(address)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

function readList(
  body: Json,
  path: readonly string[],
  fields: { readonly title: string; readonly excerpt: string },
): readonly WebHit[] | null {
  const found = path.reduce<Json | null>((at, name) => fieldAt(at, name), body)
  if (!Array.isArray(found)) return null
  return found.flatMap((each: Json) => {
    const url = textAt(each, 'url') ?? ''
    if (!/^https?:\/\//i.test(url) || url.length > LONGEST_URL) return []
    const title = toPlain(textAt(each, fields.title) ?? '', LONGEST_TITLE)
    return [{ title: title || url, url, excerpt: toPlain(textAt(each, fields.excerpt) ?? '', LONGEST_EXCERPT) }]
  })
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Some services answer with the HTML of their own page: without its tags, and with its entities as characters. */
function toPlain(html: string, longest: number): string {
  const text = html
    .replaceAll(/<\/?[a-z][^>]{0,100}>/gi, '')
    .replaceAll(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return ENTITIES[name] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
    .replaceAll(/\s+/g, ' ')
    .trim()
  return text.length > longest ? `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…` : text
}

function fieldAt(value: Json | null, name: string): Json | null {
  return isFields(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null
}

function textAt(value: Json | null, name: string): string | null {
  const found = fieldAt(value, name)
  return typeof found === 'string' ? found : null
}
