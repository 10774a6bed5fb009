import { fromReportLines, type Report, toReportLines } from '@stet/context'
import type { SentRequest } from '@stet/models'
import { splitBody } from './split-body.ts'
import { type Marks, putMarks, takeMarks } from './take-marks.ts'

/** What was sent to the model, byte for byte, and why (X1). */
export interface RequestContent
  extends Pick<SentRequest, 'method' | 'url' | 'headers' | 'body' | 'notApplied' | 'notes'> {
  /** Null for a request that was not made from the path, such as a title's. */
  readonly report: Report | null
}

/** A request as one list of texts, most of which the request before it has too. */
export interface RequestTexts {
  /** Five about the request itself, then the lines of its report, then the pieces of its body. */
  readonly texts: readonly string[]
  readonly shape: TextShape
}

export interface TextShape {
  /** How many lines its report has; null without one. */
  readonly report: number | null
  readonly marks: Marks
}

/** The content of a request cannot be put together any more: a row or a pack is damaged. */
export class UnreadableContent extends Error {
  override readonly name = 'UnreadableContent'
}

/** Method, address, headers, settings that were not applied, notes. */
const LEADING = 5

export function toTexts({ method, url, headers, notApplied, notes, report, body }: RequestContent): RequestTexts {
  const leading = [method, url, headers, notApplied, notes].map(value => JSON.stringify(value))
  const lines = report === null ? [] : toReportLines(report)
  const { pieces, marks } = takeMarks(splitBody(body))
  return { texts: [...leading, ...lines, ...pieces], shape: { report: report === null ? null : lines.length, marks } }
}

export function fromTexts(stored: RequestTexts): RequestContent {
  const leading = stored.texts.slice(0, LEADING).map((text): unknown => JSON.parse(text))
  const [method, url, headers, notApplied, notes] = leading
  const { report, pieces } = toCompared(stored)
  return {
    method: String(method),
    url: String(url),
    headers: fields(headers),
    notApplied: list(notApplied).map(one => ({ setting: '', because: '', ...fields(one) })),
    notes: list(notes).map(String),
    report,
    body: putMarks(pieces, stored.shape.marks).join(''),
  }
}

/** What a comparison of two requests needs. The body stays split: joining and splitting it again would take longer than all else. */
export interface ComparedTexts {
  readonly report: Report | null
  /** The pieces of the body, without its cache marks. */
  readonly pieces: readonly string[]
}

export function toCompared({ texts, shape }: RequestTexts): ComparedTexts {
  const body = LEADING + (shape.report ?? 0)
  const report = shape.report === null ? null : fromReportLines(texts.slice(LEADING, body))
  return { report, pieces: texts.slice(body) }
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new UnreadableContent('a request whose notes are not a list')
  return value
}

function fields(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null)
    throw new UnreadableContent('a request whose headers are not an object')
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, String(each)]))
}
