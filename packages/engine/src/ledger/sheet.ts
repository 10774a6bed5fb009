import { fromReportLines, type Report, toReportLines } from '@stet/context'
import type { SentRequest } from '@stet/models'
import { splitBody } from './split-body.ts'
import { type Marks, putMarks, takeMarks } from './take-marks.ts'

/** A request as one list of texts, of which most are those of the request before it. */
export interface Sheet {
  /** Five that say how it went over the wire, then the lines of its report, then the pieces of its body. */
  readonly texts: readonly string[]
  readonly shape: SheetShape
}

export interface SheetShape {
  /** How many lines its report has; null without one. */
  readonly report: number | null
  readonly marks: Marks
}

const WIRE = 5

export function toSheet({ method, url, headers, notApplied, notes, report, body }: RequestContent): Sheet {
  const wire = [method, url, headers, notApplied, notes].map(value => JSON.stringify(value))
  const lines = report === null ? [] : toReportLines(report)
  const { pieces, marks } = takeMarks(splitBody(body))
  return { texts: [...wire, ...lines, ...pieces], shape: { report: report === null ? null : lines.length, marks } }
}

export function fromSheet({ texts, shape }: Sheet): RequestContent {
  const [method, url, headers, notApplied, notes] = texts.slice(0, WIRE).map(text => readJson(text))
  if (typeof method !== 'string' || typeof url !== 'string') throw new Error('a request without method or address')
  const lines = WIRE + (shape.report ?? 0)
  return {
    method,
    url,
    headers: Object.fromEntries(entriesOf(headers)),
    notApplied: listOf(notApplied).map(one => {
      const { setting = '', because = '' } = Object.fromEntries(entriesOf(one))
      return { setting, because }
    }),
    notes: listOf(notes).map(String),
    report: shape.report === null ? null : fromReportLines(texts.slice(WIRE, lines)),
    body: putMarks(texts.slice(lines), shape.marks).join(''),
  }
}

function readJson(text: string): unknown {
  return JSON.parse(text)
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error('a request whose notes are no list')
  return value
}

function entriesOf(value: unknown): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) throw new Error('a request whose facts are no object')
  return Object.entries(value).map(([name, each]) => [name, String(each)])
}

/** What went to the model, byte for byte, and why (X1). */
export interface RequestContent
  extends Pick<SentRequest, 'method' | 'url' | 'headers' | 'body' | 'notApplied' | 'notes'> {
  /** Null for a request that was not made from the path, such as a title's. */
  readonly report: Report | null
}

/** What a request said cannot be put together any more: a row or a pack is damaged. It costs that request and those built on it. */
export class UnreadableSheet extends Error {
  override readonly name = 'UnreadableSheet'
}
