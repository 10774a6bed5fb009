import { estimateTokens } from '@stet/context'
import { type FilePart, makeId, toFileName } from '@stet/history'
import { ModelError } from '@stet/models'
import { blobId, type Call, readPathBackwards } from '@stet/store'
import type { ImageEnd, ImageRequest, ToolImages } from '@stet/tools'
import type { EngineContext } from '../engine-context.ts'
import { openRequest } from '../ledger/open-request.ts'
import type { StartedRun } from './live/live-runs.ts'
import { BudgetReached, checkBudget } from './request/check-budget.ts'

/** The image models for one call. What they cost is in the ledger, below the answer that made the call (T9, U1). */
export function toolImagesOf(engine: EngineContext, started: StartedRun, call: Call): ToolImages {
  return {
    make: request => make(engine, started, call, request),
    attached: () => readAttached(engine, call),
  }
}

async function make(engine: EngineContext, started: StartedRun, call: Call, request: ImageRequest): Promise<ImageEnd> {
  const { models, store, clock, randomBytes } = engine
  const { model: choice, prompt } = request
  const facts = await models.facts(choice)
  if (facts === null) return refused(`there is no model ${choice.model} any more`)
  if (facts.makesImages === undefined) {
    return refused(`${facts.name} makes no images; the user can choose a model that does in the options of this tool`)
  }
  try {
    await checkBudget(engine, started)
  } catch (error) {
    if (error instanceof BudgetReached) return refused(error.message)
    throw error
  }
  const images = await Promise.all(
    request.images.map(async part => ({ ...part, bytes: await readBytes(engine, part) })),
  )
  const recorded = openRequest(engine, {
    chat: started.chat,
    runId: started.live.runId,
    messageId: makeId('msg', randomBytes(20)),
    below: call.messageId,
    purpose: 'image',
    facts,
    report: null,
    estimate: estimateTokens(prompt),
    base: null,
  })
  const { signal } = started.live
  try {
    const made = await models.makeImages({ choice, prompt, images, signal, onSent: recorded.onSent })
    const { usage, rawUsage } = made
    await recorded.endAlone({ state: 'done', usage, rawUsage, arrived: '' })
    const parts = made.images.map(async ({ bytes, mediaType }, index): Promise<FilePart> => {
      const blob = await blobId(bytes)
      await store.blobs.put(blob, bytes, clock())
      return { kind: 'file', blob, name: nameOf(prompt, index, mediaType), mediaType, size: bytes.length }
    })
    return { kind: 'made', images: await Promise.all(parts) }
  } catch (error) {
    const state = signal.aborted ? 'stopped' : 'failed'
    await recorded.endAlone({ state, usage: null, rawUsage: null, arrived: '' })
    if (error instanceof ModelError && error.kind !== 'aborted') return refused(error.message)
    throw error
  }
}

function refused(because: string): ImageEnd {
  return { kind: 'refused', because: `No image was made: ${because.replace(/\.$/, '')}.` }
}

async function readBytes({ store }: EngineContext, { blob }: FilePart): Promise<Uint8Array> {
  const bytes = await store.blobs.get(blob)
  if (bytes === null) throw new Error(`the file ${blob} is missing`)
  return bytes
}

/** The first words of what was asked for. */
function nameOf(prompt: string, index: number, mediaType: string): string {
  const words = prompt.trim().split(/\s+/, 6).join(' ').slice(0, 60)
  const ending = mediaType === 'image/jpeg' ? 'jpg' : (mediaType.split('/')[1] ?? 'png')
  return toFileName(`${words}${index === 0 ? '' : ` ${index + 1}`}.${ending}`)
}

/** The images of the last user message above a call. */
async function readAttached({ store }: EngineContext, { chatId, messageId }: Call): Promise<readonly FilePart[]> {
  for await (const { link } of readPathBackwards(store, chatId, messageId)) {
    if (link?.role !== 'user') continue
    return link.parts.flatMap(part => (part.kind === 'file' && part.mediaType.startsWith('image/') ? [part] : []))
  }
  return []
}
