import type { Connection } from '../definition.ts'
import { ModelError } from '../model-error.ts'
import type { SentRequest } from '../sent-request.ts'
import { parseJson } from '../transport/json-field.ts'
import { secretsOf } from '../transport/secrets.ts'
import { send } from '../transport/send.ts'
import { aborted } from '../transport/to-model-error.ts'
import type { ImageInput, ImageMaker, MadeImages } from './image-maker.ts'

interface ImageCallOnWire extends Omit<ImageInput, 'connection'> {
  readonly connection: Connection
  readonly maker: ImageMaker
  readonly signal: AbortSignal
  /** Called right before the bytes leave, and awaited. */
  readonly onSent: (sent: Omit<SentRequest, 'prices'>) => Promise<void>
}

/** One request for images, never repeated: each costs as much as a long answer. Throws `ModelError`. */
export async function makeImages({
  maker,
  connection,
  signal,
  onSent,
  ...input
}: ImageCallOnWire): Promise<MadeImages> {
  const { url, headers, body, refine } = maker.prepare({ connection, ...input })
  const isForm = body instanceof FormData
  const secrets = secretsOf(connection.credentials)
  await onSent({
    method: 'POST',
    url: secrets.removeFrom(url),
    headers: secrets.removeFromHeaders(headers),
    body: secrets.removeFrom(JSON.stringify(isForm ? describeForm(body) : body)),
    notApplied: [],
    notes: isForm ? ['sent as multipart/form-data; its files are named here with their size'] : [],
  })
  const request = { method: 'POST', url, headers, body: isForm ? body : JSON.stringify(body) } as const
  const answer = await send({ connection, signal, request, refine })
  try {
    const json = parseJson(await answer.text())
    if (signal.aborted) throw aborted(signal)
    if (json === undefined) {
      throw new ModelError('protocol', { message: `${answer.host} answered with something that is not JSON` })
    }
    return maker.read(json)
  } finally {
    answer.close()
  }
}

function describeForm(form: FormData): Readonly<Record<string, string | readonly string[]>> {
  return Object.fromEntries(
    [...new Set(form.keys())].map(name => {
      const values = form
        .getAll(name)
        .map(value => (typeof value === 'string' ? value : `${value.name} (${value.type}, ${value.size} bytes)`))
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}
