/** A request to a search service, and what it answers, as they are on the wire. */
interface SearchRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}

interface SearchReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export const SEARCH_KEY = 'tvly-0123456789abcdef'

const PAGES = [
  { title: 'Harbour walls', url: 'https://harbour.example/walls', text: 'Granite lasts & lasts.' },
  { title: 'Tide tables', url: 'https://tides.example/today', text: 'High at noon.' },
]

/** Scripted servers of the three services. Each checks what it is asked, and finds two pages for anything but “nothing”. */
export const searchReplies = {
  searxng({ method, path }: SearchRequest): SearchReply {
    const { pathname, searchParams } = new URL(path, 'http://search')
    if (method !== 'GET' || pathname !== '/search') return { status: 404, headers: {}, body: 'Not Found' }
    // An instance whose settings.yml lists only html.
    if (searchParams.get('format') !== 'json') return { status: 403, headers: {}, body: 'Forbidden' }
    const query = searchParams.get('q') ?? ''
    return json({
      query,
      number_of_results: 0,
      results: found(query).map(({ title, url, text }, index) => ({
        url,
        title,
        content: text,
        engine: 'duckduckgo',
        template: 'default.html',
        parsed_url: ['https', new URL(url).host, new URL(url).pathname, '', '', ''],
        engines: ['duckduckgo'],
        positions: [index + 1],
        score: 1 / (index + 1),
        category: 'general',
        publishedDate: null,
      })),
      answers: [],
      corrections: [],
      infoboxes: [],
      suggestions: [],
      unresponsive_engines: [],
    })
  },
  brave({ method, path, headers }: SearchRequest): SearchReply {
    const { pathname, searchParams } = new URL(path, 'http://search')
    if (method !== 'GET' || pathname !== '/res/v1/web/search') return { status: 404, headers: {}, body: '' }
    if (headers['x-subscription-token'] !== SEARCH_KEY) {
      const error = {
        id: 'a',
        status: 422,
        code: 'SUBSCRIPTION_TOKEN_INVALID',
        detail: 'The provided subscription token is invalid.',
        meta: { component: 'authentication' },
      }
      return json({ type: 'ErrorResponse', error, time: 1 }, 422)
    }
    const query = searchParams.get('q') ?? ''
    const results = found(query)
      .slice(0, Number(searchParams.get('count')))
      .map(({ title, url, text }) => ({
        title,
        url,
        is_source_local: false,
        is_source_both: false,
        description: `<strong>${text.replace('&', '&amp;')}</strong>`,
        language: 'en',
        family_friendly: true,
        type: 'search_result',
        subtype: 'generic',
        meta_url: { scheme: 'https', netloc: new URL(url).host, hostname: new URL(url).host, favicon: '', path: '' },
      }))
    const web = { type: 'search', results, family_friendly: true }
    return json({ type: 'search', query: { original: query }, ...(results.length > 0 && { web }) })
  },
  tavily({ method, path, headers, body }: SearchRequest): SearchReply {
    if (method !== 'POST' || path !== '/search') return { status: 404, headers: {}, body: '' }
    if (headers.authorization !== `Bearer ${SEARCH_KEY}`) {
      return json({ detail: { error: 'Unauthorized: missing or invalid API key.' } }, 401)
    }
    const asked = JSON.parse(body) as { readonly query: string; readonly max_results: number }
    return json({
      query: asked.query,
      follow_up_questions: null,
      answer: null,
      images: [],
      results: found(asked.query)
        .slice(0, asked.max_results)
        .map(({ title, url, text }) => ({ url, title, content: text, score: 0.9, raw_content: null })),
      response_time: 0.5,
      request_id: 'a',
    })
  },
}

function found(query: string) {
  return query === 'nothing' ? [] : PAGES
}

function json(value: object, status = 200): SearchReply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}
