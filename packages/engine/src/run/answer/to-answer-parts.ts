import type { AssistantPart, CallId, FilePart } from '@stet/history'
import type { AnsweredPart, MadeFile } from '@stet/models'
import { blobId } from '@stet/store'
import type { DraftPart } from '../../view/draft.ts'
import type { Outcome } from './outcome.ts'

interface AnswerPartsMaker {
  readonly makeCallId: () => CallId
  /** The part that refers to a file made by the model. */
  readonly toFilePart: (file: MadeFile) => FilePart
}

/** The parts of the message: those of the complete answer, or those that had arrived and the error. */
export function toAnswerParts(
  outcome: Outcome,
  arrived: readonly DraftPart[],
  maker: AnswerPartsMaker,
): readonly AssistantPart[] {
  switch (outcome.kind) {
    case 'answered': {
      let streamed = 0
      const { parts, end, because } = outcome.answer
      const made = parts.map(part => toPart(part, isStreamed(part) ? arrived[streamed++] : undefined, maker))
      // The user reads why a model refused where the provider says so.
      if (end !== 'refused' || because === undefined) return made
      return [...made, { kind: 'error', code: 'refused', message: because, status: null, retryable: false }]
    }
    case 'cut-short': {
      const parts = fromDraftParts(arrived)
      return outcome.error === null ? parts : [...parts, outcome.error]
    }
  }
}

/** Sources and files only arrive with the end of the answer, so they have no draft part. */
function isStreamed({ kind }: AnsweredPart): boolean {
  return kind !== 'source' && kind !== 'made-file'
}

// The page knows a call by the id in its draft; a new id would be another call.
function toPart(part: AnsweredPart, arrived: DraftPart | undefined, maker: AnswerPartsMaker): AssistantPart {
  switch (part.kind) {
    case 'tool-call':
      return { ...part, callId: arrived?.kind === 'tool-call' ? arrived.callId : maker.makeCallId() }
    case 'made-file':
      return maker.toFilePart(part)
    default:
      return part
  }
}

/** All text that had arrived, of any kind. */
export function textOf(parts: readonly DraftPart[]): string {
  return parts.map(({ text }) => text).join('\n')
}

/** The parts of an answer that was cut short. */
export function fromDraftParts(parts: readonly DraftPart[]): readonly AssistantPart[] {
  return parts.map((part, index) => fromDraftPart(part, index < parts.length - 1))
}

function fromDraftPart(part: DraftPart, wentOn: boolean): AssistantPart {
  switch (part.kind) {
    case 'text':
      return { kind: 'text', text: part.text }
    case 'reasoning':
      return { kind: 'reasoning', text: part.text, signature: null }
    case 'tool-call': {
      const { kind, callId, tool, providerCallId, text: input } = part
      return { kind, callId, tool, input, providerCallId }
    }
    case 'provider-call':
      // Its end was not recorded; if another part followed, it was complete.
      return { kind: 'provider-call', tool: part.tool, input: part.text, outcome: wentOn ? 'done' : 'failed' }
  }
}

/** Files that the model made, and their blobs. */
export interface MadeFiles {
  /** Bytes by blob. */
  readonly blobs: ReadonlyMap<string, Uint8Array>
  toFilePart(file: MadeFile): FilePart
}

export async function readMadeFiles(outcome: Outcome): Promise<MadeFiles> {
  const files = outcome.kind === 'answered' ? outcome.answer.parts.filter(part => part.kind === 'made-file') : []
  const named = await Promise.all(files.map(async file => [file, await blobId(file.bytes)] as const))
  const ids = new Map(named)
  return {
    blobs: new Map(named.map(([{ bytes }, id]) => [id, bytes])),
    toFilePart(file) {
      const blob = ids.get(file)
      if (blob === undefined) throw new Error('a file of another answer has no blob here')
      return { kind: 'file', blob, name: file.name, mediaType: file.mediaType, size: file.bytes.length }
    },
  }
}
