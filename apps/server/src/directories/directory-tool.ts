import type { ChatId, Json } from '@stet/history'
import { failed, isFields, type ParsedInput, type Tool, type ToolResult } from '@stet/tools'
import { pathFailure, type Reach } from './inside.ts'
import type { SeenFiles } from './seen-files.ts'

/** What the tools over exposed directories share. */
export interface DirectoryToolDeps {
  /** The data of Stet itself, by its canonical path (Z-9). */
  readonly dataFolder: string
  readonly seen: SeenFiles
}

export const directoryTool: Pick<Tool, 'options' | 'alwaysConfirm' | 'needs' | 'instructions'> = {
  options: {},
  alwaysConfirm: false,
  needs: ['directories'],
  instructions: async () => null,
}

interface Place {
  readonly chatId: ChatId
  readonly roots: readonly string[]
}

export function reachOf({ dataFolder }: DirectoryToolDeps, { roots }: Place): Reach {
  return { roots, dataFolder }
}

/** Turns what cannot be done with a path into a result that the model reads. */
export async function orRefused(path: string, work: () => Promise<ToolResult>): Promise<ToolResult> {
  try {
    return await work()
  } catch (error) {
    const because = pathFailure(error, path)
    if (because === null) throw error
    return failed(because)
  }
}

/** Reads the fields of an input one by one; what does not fit ends it with a sentence for the model. */
export function parseFields<Input>(given: Json, read: (fields: FieldReader) => Input): ParsedInput<Input> {
  const fields = isFields(given) ? given : {}
  const get = <Value>(
    name: string,
    fallback: Value | undefined,
    fits: (value: Json) => value is Json & Value,
    what: string,
  ) => {
    const value = fields[name]
    if (value === undefined || value === null) {
      if (fallback !== undefined) return fallback
    } else if (fits(value)) return value
    throw new Unfit(`\`${name}\` must be ${what}.`)
  }
  const reader: FieldReader = {
    text: (name, fallback) => get<string>(name, fallback, isText, 'a text'),
    count: (name, fallback) => get<number>(name, fallback, isCount, 'a whole number from 1 on'),
    flag: name => get<boolean>(name, false, isFlag, 'true or false'),
  }
  try {
    return { kind: 'parsed', input: read(reader) }
  } catch (error) {
    if (error instanceof Unfit) return { kind: 'invalid', because: error.message }
    throw error
  }
}

export interface FieldReader {
  /** Without a fallback it must be there. */
  text(name: string, fallback?: string): string
  count(name: string, fallback?: number): number
  flag(name: string): boolean
}

class Unfit extends Error {}

function isText(value: Json): value is string {
  return typeof value === 'string'
}

function isCount(value: Json): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1
}

function isFlag(value: Json): value is boolean {
  return typeof value === 'boolean'
}
