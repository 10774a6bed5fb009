import { detectKind } from '@stet/files'
import { WEB_FETCH } from '@stet/history'
import { done, failed, type Tool, type ToolResult } from '@stet/tools'
import { directoryTool, parseFields } from '../directories/directory-tool.ts'
import { encodingOf } from './encoding-of.ts'
import { type FetchedPage, fetchPage, PageRefused } from './fetch-page.ts'

const MOST_PAGES = 5
const LONGEST_TEXT = 100_000

interface Pages {
  readonly urls: readonly string[]
}

export interface WebFetchDeps {
  /** Reaches public addresses only (Z-4). */
  readonly fetch: typeof globalThis.fetch
  /** The readable text of HTML or a PDF. */
  readonly extract: (bytes: Uint8Array, mediaType: string) => Promise<string>
  /** How long one page may take. */
  readonly deadlineMs?: number
}

/** Reads pages of the web as text (T8). */
export function createWebFetch(deps: WebFetchDeps): Tool<Pages> {
  return {
    ...directoryTool,
    name: WEB_FETCH,
    title: 'Fetch page',
    icon: 'globe',
    description: `Fetches pages of the web and answers with their readable text: HTML, plain text, JSON and PDF. Takes one address or a text with up to ${MOST_PAGES} of them. It reaches public addresses only and runs no scripts.`,
    input: {
      type: 'object',
      properties: { url: { type: 'string', description: 'An http or https address, or a text that contains some.' } },
      required: ['url'],
      additionalProperties: false,
    },
    policy: 'confirm',
    needs: ['sockets'],
    parse: given => {
      const parsed = parseFields(given, ({ text }) => ({ urls: findUrls(text('url')) }))
      if (parsed.kind === 'invalid' || parsed.input.urls.length > 0) return parsed
      return { kind: 'invalid', because: '`url` must contain an address that begins with http:// or https://.' }
    },
    summary: ({ urls }) => urls.join(' ').slice(0, 300),
    async *run({ urls }, { signal }) {
      const results: ToolResult[] = []
      for (const url of urls) {
        yield { text: `Fetching ${url.slice(0, 200)}` }
        results.push(await readPage(deps, url, signal))
      }
      const outcome = results.some(result => result.outcome === 'done') ? 'done' : 'failed'
      return { outcome, content: results.flatMap(({ content }) => content), shown: null }
    },
  }
}

function findUrls(text: string): readonly string[] {
  const found = text.slice(0, LONGEST_TEXT).match(/https?:\/\/[^\s<>"'`]+/gi) ?? []
  return [...new Set(found.map(withoutEnd))].slice(0, MOST_PAGES)
}

const BRACKETS = ['()', '[]', '{}'] as const

/** What follows an address in a text is no part of it. A closing bracket is, if it was opened in the address, as in those of Wikipedia. */
function withoutEnd(url: string): string {
  const plain = url.replace(/[.,;:!?]+$/, '')
  const isLoose = BRACKETS.some(
    ([open = '', close = '']) => plain.endsWith(close) && plain.split(open).length < plain.split(close).length,
  )
  return isLoose ? withoutEnd(plain.slice(0, -1)) : plain
}

async function readPage(deps: WebFetchDeps, url: string, signal: AbortSignal): Promise<ToolResult> {
  try {
    const page = await fetchPage(deps, url, signal)
    const text = await toText(deps, page)
    const cut = text.length > LONGEST_TEXT || page.isCut ? '\n[The page is longer. This is its beginning.]' : ''
    return done(`${page.url}\n\n${text.slice(0, LONGEST_TEXT)}${cut}`)
  } catch (error) {
    if (error instanceof PageRefused) return failed(error.message)
    throw error
  }
}

async function toText({ extract }: WebFetchDeps, page: FetchedPage): Promise<string> {
  const { url, bytes, isCut } = page
  const { kind, mediaType } = await detectKind(bytes, '')
  if (mediaType === 'application/pdf') {
    if (isCut) throw new PageRefused(`${url} is a PDF of more than 5 MB.`)
    return extracted(extract(bytes, 'application/pdf'), url)
  }
  const isText = /^(text\/|application\/([\w.+-]*\+)?(json|xml|javascript)$)/.test(page.mediaType)
  const encoding = encodingOf(page)
  // What is really sent counts, not what the server calls it. UTF-16 is full of zeros.
  if (kind === 'binary' && (!isText || (bytes.includes(0) && !encoding.startsWith('utf-16')))) {
    throw new PageRefused(
      `${url} is ${mediaType ?? 'a binary file'} of ${bytes.length} bytes, which cannot be read as text.`,
    )
  }
  const text = new TextDecoder(encoding).decode(bytes)
  const isHtml = page.mediaType.includes('html') || /^\s*(<!doctype html|<html)/i.test(text)
  if (!isHtml) return text
  return extracted(extract(new TextEncoder().encode(text), 'text/html'), url)
}

async function extracted(text: Promise<string>, url: string): Promise<string> {
  try {
    return (await text).trim() || 'The page has no text.'
  } catch (error) {
    throw new PageRefused(`${url} cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
  }
}
