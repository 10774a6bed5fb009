import { type Drawing, type Json, RECALL } from '@stet/history'
import { isFields } from '../read-input.ts'
import { drawn, failed, type ParsedInput, type Tool } from '../tool.ts'

/** Since the user's last message: a model that recalls everything again has understood nothing. */
const MOST_CALLS = 20
/** The id of a marker, or the SHA-256 of a file. */
const ID = /^(?:[0-9a-f]{10}|[0-9a-f]{64})$/

interface Recall {
  readonly id: string
  readonly from: number
}

/** Returns exactly what a marker names (C23), or a file of the chat by its SHA-256 (T9). */
export const recall: Tool<Recall> = {
  name: RECALL,
  title: 'Recall',
  icon: 'book',
  description:
    'Returns the exact text that was left out of this conversation. A note like `[Left out, id 0f1e2d3c4b: …]` marks where that was: pass its ' +
    'id. Also returns a file of this conversation by its SHA-256. A long text comes in pieces; the end of each says how to get the next one.',
  input: {
    type: 'object',
    properties: {
      id: { type: 'string', description: 'The id of a note, or the SHA-256 of a file.' },
      from: { type: 'integer', minimum: 0, description: 'The character to begin with. Default: 0.' },
    },
    required: ['id'],
    additionalProperties: false,
  },
  options: {},
  policy: 'auto',
  alwaysConfirm: false,
  needs: [],
  instructions: async () => null,
  parse: parseRecall,
  summary: ({ id }) => id.slice(0, 10),
  // biome-ignore lint/correctness/useYield: there is no progress to report
  async *run({ id, from }, { recall: port }) {
    if (port === undefined) return failed('Nothing can be recalled here.')
    const calls = await port.calls()
    if (calls > MOST_CALLS) return failed(`At most ${MOST_CALLS} texts can be recalled for one message of the user.`)
    const found = await port.find(id)
    if (found === null) return failed(`Nothing with the id ${id} was left out of this conversation.`)
    if (found.kind === 'file') return { outcome: 'done', content: [found.file], shown: null }
    const { text } = found
    if (from >= text.length && from > 0) return failed(`The text has only ${text.length} characters.`)
    const piece = pieceOf(text, from, port.limit)
    const end = from + piece.length
    const note =
      end < text.length ? `\n[Characters ${from} to ${end} of ${text.length}. Continue with from ${end}.]` : ''
    return drawn(piece + note, [drawingOf(id, piece, calls)])
  },
}

/** The user also sees how many of the recalls that one message allows are used. */
function drawingOf(id: string, text: string, calls: number): Drawing {
  return { kind: 'code', label: `Text ${id.slice(0, 10)}, recall ${calls} of ${MOST_CALLS}`, language: null, text }
}

/** Never half of a surrogate pair. */
function pieceOf(text: string, from: number, limit: number): string {
  const end = from + limit
  const isHalf = end < text.length && /[\ud800-\udbff]/.test(text[end - 1] ?? '')
  return text.slice(from, isHalf && limit > 1 ? end - 1 : end)
}

function parseRecall(input: Json): ParsedInput<Recall> {
  const { id, from = 0 } = isFields(input) ? input : {}
  if (typeof id !== 'string' || !ID.test(id)) {
    return { kind: 'invalid', because: '`id` must be the id of a note (10 characters) or a SHA-256 (64 characters).' }
  }
  if (typeof from !== 'number' || !Number.isSafeInteger(from) || from < 0) {
    return { kind: 'invalid', because: '`from` must be a whole number, 0 or more.' }
  }
  return { kind: 'parsed', input: { id, from } }
}
