const MOST_REDIRECTS = 5
const DEADLINE_MS = 30_000
const LARGEST = 5 * 1024 * 1024
const USER_AGENT = 'Mozilla/5.0 (compatible; Stet; fetches single pages on request)'

/** A page that cannot be read. Its message is a sentence for the model. */
export class PageRefused extends Error {
  override readonly name = 'PageRefused'
}

export interface FetchedPage {
  /** Where the last redirect led. */
  readonly url: string
  readonly mediaType: string
  readonly charset: string | null
  readonly bytes: Uint8Array
  /** Whether it was longer than is read. */
  readonly isCut: boolean
}

interface FetchDeps {
  /** Checks every address on the way, and refuses those that are not public (Z-4). */
  readonly fetch: typeof globalThis.fetch
  readonly deadlineMs?: number
}

/** Fetches one page. */
export async function fetchPage(
  { fetch, deadlineMs = DEADLINE_MS }: FetchDeps,
  url: string,
  signal: AbortSignal,
): Promise<FetchedPage> {
  const deadline = AbortSignal.timeout(deadlineMs)
  try {
    return await follow(fetch, url, AbortSignal.any([signal, deadline]))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof PageRefused) throw error
    if (deadline.aborted) throw new PageRefused(`${url} took more than ${deadlineMs / 1000} seconds.`)
    throw new PageRefused(`${url} cannot be fetched: ${causeOf(error)}`)
  }
}

async function follow(fetch: typeof globalThis.fetch, first: string, signal: AbortSignal): Promise<FetchedPage> {
  let url = toRaw(parse(first))
  for (let redirects = 0; ; redirects += 1) {
    const headers = {
      'user-agent': USER_AGENT,
      accept: 'text/html,text/plain,application/pdf,application/json,*/*;q=0.5',
    }
    const response = await fetch(url, { redirect: 'manual', signal, headers })
    const next = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && next !== null) {
      await response.body?.cancel()
      if (redirects === MOST_REDIRECTS) throw new PageRefused(`${first} redirects more than ${MOST_REDIRECTS} times.`)
      url = toRaw(parse(new URL(next, url).href))
      continue
    }
    if (!response.ok) {
      await response.body?.cancel()
      throw new PageRefused(`${url.href} answered with status ${response.status}.`)
    }
    const [mediaType = '', ...parameters] = (response.headers.get('content-type') ?? '').split(';')
    const charset = parameters
      .map(each => /^\s*charset\s*=\s*"?([\w.:-]+)/i.exec(each)?.[1])
      .find(each => each !== undefined)
    const { bytes, isCut } = await readBody(response)
    return { url: url.href, mediaType: mediaType.trim().toLowerCase(), charset: charset ?? null, bytes, isCut }
  }
}

function parse(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null) throw new PageRefused(`${text} is not an address.`)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new PageRefused(`${url.protocol} addresses cannot be fetched, only http and https.`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new PageRefused('An address with a name or a password in it is not fetched.')
  }
  return url
}

/** The page of a file on GitHub is mostly menus: the file itself is fetched. */
function toRaw(url: URL): URL {
  const [, owner, repository, file] = /^\/([^/]+)\/([^/]+)\/blob\/(.+)$/.exec(url.pathname) ?? []
  if (url.hostname !== 'github.com' || file === undefined) return url
  return new URL(`https://raw.githubusercontent.com/${owner}/${repository}/${file}`)
}

/** What a compressed answer unpacks to counts, so that a small one cannot become large. */
async function readBody({ body }: Response): Promise<Pick<FetchedPage, 'bytes' | 'isCut'>> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body ?? []) {
    pieces.push(piece.subarray(0, LARGEST - size))
    size += piece.length
    if (size > LARGEST) return { bytes: Buffer.concat(pieces), isCut: true }
  }
  return { bytes: Buffer.concat(pieces), isCut: false }
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}
