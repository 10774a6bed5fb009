import { parentPort, workerData } from 'node:worker_threads'

const { bytes, mediaType }: { readonly bytes: Uint8Array; readonly mediaType: string } = workerData
parentPort?.postMessage(await extract())

async function extract(): Promise<string> {
  if (mediaType === 'application/pdf') {
    const { extractText } = await import('unpdf')
    const { text } = await extractText(new Uint8Array(bytes))
    return text.map(page => page.trim()).join('\n\n')
  }
  if (mediaType === 'text/html') return readHtml(new TextDecoder().decode(bytes))
  const { default: mammoth } = await import('mammoth')
  const { value } = await mammoth.extractRawText({ buffer: Buffer.from(bytes) })
  return value
}

/** The article of a page where it has one, else all of its text. */
async function readHtml(html: string): Promise<string> {
  const [{ Readability }, { parseHTML }] = await Promise.all([import('@mozilla/readability'), import('linkedom')])
  // The parser adds no tags that a page leaves out, as many do.
  const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`)
  for (const unread of document.querySelectorAll('script, style, noscript, template, svg')) unread.remove()
  const whole = document.body?.textContent?.trim() || (document.documentElement?.textContent ?? '')
  const title = document.title.trim()
  const article = new Readability(document as unknown as Document).parse()
  const text = article?.textContent ?? whole
  const lines = (text.trim() === '' ? whole : text).split('\n').map(line => line.replaceAll(/[ \t]+/g, ' ').trim())
  return `${title === '' ? '' : `${title}\n\n`}${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}`
}
