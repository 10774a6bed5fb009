import { declareSettings, type FilePart, type Json } from '@stet/history'
import { fileFailure } from '../ports.ts'
import { isFields } from '../read-input.ts'
import { failed, type ParsedInput, type Tool, type ToolContext } from '../tool.ts'

const options = declareSettings({
  model: {
    kind: 'model',
    makes: 'images',
    label: 'Image model',
    help: 'A model that makes images, such as those of OpenAI’s gpt-image or Google’s gemini-image family. Each image is billed by its provider.',
    unset: 'The model of the chat',
    default: null,
  },
})

const MOST_IMAGES = 10
const LONGEST_PROMPT = 30_000
const BLOB = /^[0-9a-f]{64}$/

const HOW_TO_NAME =
  'Give `attached` for the images of the user’s last message, the id of an image in this conversation, or the path of an image in the files of the workspace.'

const DESCRIPTION =
  'Makes an image from a description, or changes images, and shows the result to the user. Give `images` to change some: `attached` for the images ' +
  'of the user’s last message, the id of an image that this tool made, or the path of an image in the files of the workspace.'

interface Wanted {
  readonly prompt: string
  readonly images: readonly string[]
}

/** Makes and edits images with any configured model that can (T9). */
export const generateImage: Tool<Wanted, typeof options> = {
  name: 'generate_image',
  title: 'Generate image',
  icon: 'image',
  description: DESCRIPTION,
  input: {
    type: 'object',
    properties: {
      prompt: { type: 'string', description: 'What the image shows, or what to change.' },
      images: { type: 'array', items: { type: 'string' }, description: 'Images to change; none for a new one.' },
    },
    required: ['prompt'],
    additionalProperties: false,
  },
  options,
  policy: 'confirm',
  alwaysConfirm: false,
  needs: ['images'],
  instructions: async () => null,
  parse: parseWanted,
  summary: ({ prompt }) => prompt.slice(0, 200),
  async *run({ prompt, images }, context) {
    const { images: maker, options: set, model } = context
    if (maker === undefined) return failed('Images cannot be made here.')
    const edited: FilePart[] = []
    for (const name of images) {
      const found = await findImages(name, context)
      if ('because' in found) return failed(found.because)
      edited.push(...found.images)
    }
    if (edited.length > MOST_IMAGES) return failed(`At most ${MOST_IMAGES} images can be changed at once.`)
    yield { text: edited.length === 0 ? 'Making the image' : 'Changing the image' }
    const end = await maker.make({ model: set.model ?? model, prompt, images: edited })
    if (end.kind === 'refused') return failed(end.because)
    const ids = end.images.map(({ blob }) => blob).join(', ')
    const text = `Done; the user sees the result. To change it further, give its id in \`images\`: ${ids}`
    return { outcome: 'done', content: [{ kind: 'text', text }, ...end.images], shown: '' }
  },
}

type Found = { readonly images: readonly FilePart[] } | { readonly because: string }

async function findImages(name: string, { images, blobs, files, recall }: ToolContext<unknown>): Promise<Found> {
  if (name === 'attached') {
    const attached = (await images?.attached()) ?? []
    return attached.length > 0 ? { images: attached } : { because: 'The last message of the user has no images.' }
  }
  if (BLOB.test(name)) {
    // Only what this conversation has: the hash of a file of another chat reaches nothing.
    const found = await recall?.find(name)
    const bytes = found?.kind === 'file' ? await blobs.get(found.file.blob) : null
    if (bytes === null) return { because: `This conversation has no image ${name}. ${HOW_TO_NAME}` }
    const image = await toImage(bytes, `${name.slice(0, 8)}.png`, blobs)
    return image === null ? { because: `${name} is no image.` } : { images: [image] }
  }
  try {
    const { bytes, entry } = await files.read(name)
    const image = await toImage(bytes, entry.name, blobs)
    return image === null ? { because: `${name} is no image.` } : { images: [image] }
  } catch (error) {
    const failure = fileFailure(error)
    if (failure === null) throw error
    return { because: `${name} cannot be read: ${failure.message}.` }
  }
}

async function toImage(bytes: Uint8Array, name: string, blobs: ToolContext['blobs']): Promise<FilePart | null> {
  const mediaType = typeOf(bytes)
  return mediaType === null ? null : blobs.put(bytes, { name, mediaType })
}

/** The kinds that image models take. */
function typeOf(bytes: Uint8Array): string | null {
  const head = Array.from(bytes.subarray(0, 12), byte => String.fromCharCode(byte)).join('')
  if (head.startsWith('\x89PNG')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  return head.startsWith('RIFF') && head.slice(8) === 'WEBP' ? 'image/webp' : null
}

function parseWanted(given: Json): ParsedInput<Wanted> {
  const { prompt, images = [] } = isFields(given) ? given : {}
  if (typeof prompt !== 'string' || prompt.trim() === '' || prompt.length > LONGEST_PROMPT) {
    return { kind: 'invalid', because: `\`prompt\` must be a text of 1 to ${LONGEST_PROMPT} characters.` }
  }
  const names = Array.isArray(images) ? images.filter(name => typeof name === 'string' && name !== '') : null
  if (names === null || names.length !== (images as readonly Json[]).length || names.length > MOST_IMAGES) {
    return { kind: 'invalid', because: `\`images\` must be a list of up to ${MOST_IMAGES} ids or paths.` }
  }
  return { kind: 'parsed', input: { prompt: prompt.trim(), images: names.map(String) } }
}
