import {
  type Json,
  type ParsedSettings,
  type PartialSettingsOf,
  type PlainFact,
  parsePartialSettings,
  readStoredSettings,
  type Settings,
  type SettingsOf,
  type ValueOfFact,
} from '@stet/history'
import * as z from 'zod/mini'
import type { ReadRow } from '../../contract/store.ts'

/** A record that exists and cannot be read. The others are unaffected. */
export interface UnreadableRecord {
  readonly id: string
  readonly unreadable: string
}

/** Bodies are JSON. Lone surrogates survive as escapes, which UTF-8 alone would lose. */
export interface Codec<Record> {
  encode(record: Record): Uint8Array
  /** The record, or why the row cannot be read. */
  decode(row: ReadRow): Decoded<Record>
}

export type Decoded<Record> = { readonly record: Record } | { readonly unreadable: string }

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function createCodec<Record>(format: number, schema: z.ZodMiniType<Record>): Codec<Record> {
  const Body = z.object({ format: z.literal(format), record: schema })
  function decodeBody(body: Uint8Array): Decoded<Record> {
    let value: unknown
    try {
      value = JSON.parse(decoder.decode(body))
    } catch (error) {
      return { unreadable: `its body is no JSON (${error instanceof Error ? error.message : String(error)})` }
    }
    const parsed = Body.safeParse(value)
    return parsed.success ? { record: parsed.data.record } : { unreadable: z.prettifyError(parsed.error) }
  }
  return {
    encode: record => new TextEncoder().encode(JSON.stringify({ format, record })),
    decode: row => ('unreadable' in row ? { unreadable: row.unreadable } : decodeBody(row.body)),
  }
}

/** An id by its prefix. What follows the prefix was checked where the id came in. */
export function id<Prefix extends string>(prefix: Prefix) {
  return z.templateLiteral([z.literal(prefix), z.literal('_'), z.string()])
}

/** Accepts any JSON without a check: it was parsed from JSON, and checking every value of a long answer would only cost time. */
export const json = z.custom<Json>(value => value !== undefined)

export function list<Item extends z.ZodMiniType>(item: Item) {
  return z.readonly(z.array(item))
}

/** Compiles only when the schema gives exactly the type that history declares, neither more nor less. */
export function exactly<Type>() {
  return <Parsed extends Type>(
    schema: z.ZodMiniType<Parsed> & ([Type] extends [Parsed] ? unknown : never),
  ): z.ZodMiniType<Type> => schema
}

/** The fields of plain facts by their declarations. A row that lacks one was written before it existed. */
export function factFields<Declared extends { readonly [name: string]: PlainFact }>(declared: Declared) {
  const fields = Object.entries(declared).map(([name, fact]) => {
    const value = factValue(fact)
    return [name, z._default(fact.blank === null ? z.nullable(value) : value, fact.blank)]
  })
  return Object.fromEntries(fields) as { [Name in keyof Declared]: z.ZodMiniType<ValueOfFact<Declared[Name]>> }
}

function factValue(fact: PlainFact): z.ZodMiniType {
  switch (fact.kind) {
    case 'switch':
      return z.boolean()
    case 'number':
      return z.number()
    case 'text':
      return z.string()
    case 'texts':
      return list(z.string())
    case 'choice':
      return z.enum(fact.choices)
  }
}

/** Settings by their declaration. One that the row lacks did not exist when it was written, and has its default. */
export function declared<Declared extends Settings>(settings: Declared): z.ZodMiniType<SettingsOf<Declared>> {
  return parsed(value => readStoredSettings(settings, value))
}

/** The same where any setting may be absent. */
export function declaredPartial<Declared extends Settings>(
  settings: Declared,
): z.ZodMiniType<PartialSettingsOf<Declared>> {
  return parsed(value => parsePartialSettings(settings, value, { isStored: true }))
}

function parsed<Values>(read: (value: unknown) => ParsedSettings<Values>): z.ZodMiniType<Values> {
  return z.pipe(
    z._default(z.unknown(), {}),
    z.transform((value, context) => {
      const settings = read(value)
      if (settings.kind === 'parsed') return settings.settings
      for (const { setting, message } of settings.errors) {
        context.issues.push({ code: 'custom', message, path: setting.split('.'), input: value })
      }
      return z.NEVER
    }),
  )
}
