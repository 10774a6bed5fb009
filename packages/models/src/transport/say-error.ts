import { parseJson } from './json-field.ts'

const LONGEST_MESSAGE = 600

/** What an error body says, for people: never markup (FP-7), never without end. */
export function sayError(status: number, body: string): string {
  const told = readMessage(body)
  const refused =
    status === 401 || status === 403 ? 'the key was rejected' : status === 402 ? 'payment is required' : null
  const parts = [refused, told].filter(part => part !== null && part !== '')
  return parts.length === 0 ? `the provider answered with status ${status}` : `${parts.join(': ')} (${status})`
}

function readMessage(body: string): string {
  const text = body.trim()
  if (text === '') return ''
  if (/^<|<html|<!doctype/i.test(text.slice(0, 400))) return readTitle(text)
  const json = parseJson(text)
  return shorten(json === undefined ? text : (findMessage(json) ?? ''))
}

function readTitle(html: string): string {
  const title = /<title[^>]*>([^<]*)/i.exec(html)?.[1] ?? ''
  const said = shorten(title.replace(/[<>&]/g, ' '))
  return said === '' ? 'a web page came instead of an answer' : `a web page came instead of an answer, titled "${said}"`
}

/** The shapes that providers use: `{ error: { message } }`, `{ message }`, `{ error: "…" }`, `{ detail: "…" }`, and a list of these. */
function findMessage(json: unknown): string | null {
  if (typeof json === 'string') return json
  if (Array.isArray(json)) return findMessage(json[0])
  if (json === null || typeof json !== 'object') return null
  for (const name of ['error', 'message', 'Message', 'detail', 'error_description', 'title']) {
    const found = name in json ? findMessage(Reflect.get(json, name)) : null
    if (found !== null) return found
  }
  return null
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE)}…` : line
}
