import { parentPort, workerData } from 'node:worker_threads'

const { bytes, mediaType }: { readonly bytes: Uint8Array; readonly mediaType: string } = workerData
parentPort?.postMessage(await extract())

async function extract(): Promise<string> {
  if (mediaType === 'application/pdf') {
    const { extractText } = await import('unpdf')
    const { text } = await extractText(new Uint8Array(bytes))
    return text.map(page => page.trim()).join('\n\n')
  }
  const { default: mammoth } = await import('mammoth')
  const { value } = await mammoth.extractRawText({ buffer: Buffer.from(bytes) })
  return value
}
