import type { FetchedPage } from './fetch-page.ts'

const MARKS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const

/** As browsers decide: by the mark that the text begins with, else by the server's word, else by the page's own, else UTF-8. */
export function encodingOf({ bytes, charset }: Pick<FetchedPage, 'bytes' | 'charset'>): string {
  const mark = MARKS.find(([, signs]) => signs.every((sign, at) => bytes[at] === sign))?.[0]
  return mark ?? known(charset) ?? known(namedIn(bytes)) ?? 'utf-8'
}

/** What a page or an XML file says about itself. It was read to get there, so UTF-16 cannot be meant. */
function namedIn(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 2048)).toString('latin1')
  const named = /<meta[^>]+charset\s*=\s*["']?([\w.:-]+)|^\s*<\?xml[^>]+encoding\s*=\s*["']([\w.:-]+)/i.exec(head)
  const name = named?.[1] ?? named?.[2] ?? null
  return name !== null && /^utf-?16/i.test(name) ? 'utf-8' : name
}

/** By its usual name; null where there is no such encoding. */
function known(name: string | null): string | null {
  if (name === null) return null
  try {
    return new TextDecoder(name).encoding
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
