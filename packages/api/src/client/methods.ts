import {
  type AnswerOf,
  type AnyCommand,
  type AnyRead,
  COMMANDS,
  type Command,
  fillPath,
  idNames,
  type PathIds,
  READS,
  type Read,
} from '@stet/commands'
import type { ReadAnswers, ShownAnswers } from '../answers.ts'

/** A command keeps its key when it is sent again, so that it runs once; without one it gets a new one. */
export interface Keyed {
  readonly key?: string
}

/** A method for each command: the first id of its path, then the rest of the command. */
export type CommandMethods = {
  readonly [Name in keyof typeof COMMANDS]: (typeof COMMANDS)[Name] extends Command<
    infer Path,
    infer Input,
    infer _,
    infer Field
  >
    ? Method<Path, Keyed & ([Field] extends [never] ? Input : { readonly [Each in Field]: Input }), CommandAnswer<Name>>
    : never
}

type CommandAnswer<Name extends keyof typeof COMMANDS> = Name extends keyof ShownAnswers
  ? Promise<ShownAnswers[Name]>
  : AnswerOf<(typeof COMMANDS)[Name]> extends null
    ? Promise<void>
    : Promise<AnswerOf<(typeof COMMANDS)[Name]>>

/** Ends a read whose answer nobody waits for any more. It rejects like one that was not answered. */
export interface Cancellable {
  readonly signal?: AbortSignal
}

/** A method for each read. */
export type ReadMethods = {
  readonly [Name in keyof typeof READS]: (typeof READS)[Name] extends Read<infer Path, infer Query, infer Input>
    ? Method<Path, Cancellable & OrNull<Query> & Input, Promise<ReadAnswers[Name]>>
    : never
}

/** What may be left out may also be null. */
type OrNull<Query> = {
  readonly [Each in keyof Query]: undefined extends Query[Each] ? Query[Each] | null : Query[Each]
}

/** What is not in the path's first id comes as one object, which may be left out where nothing in it is needed. */
type Method<Path extends string, Rest, Answer> = Path extends `${string}:${infer First}/${infer _}`
  ? MethodOf<Path, First, Rest, Answer>
  : Path extends `${string}:${infer First}`
    ? MethodOf<Path, First, Rest, Answer>
    : object extends Rest
      ? (given?: Rest) => Answer
      : (given: Rest) => Answer

type MethodOf<Path extends string, First extends string, Rest, Answer> = First extends keyof PathIds<Path>
  ? object extends Omit<PathIds<Path>, First> & Rest
    ? (id: PathIds<Path>[First], given?: Omit<PathIds<Path>, First> & Rest) => Answer
    : (id: PathIds<Path>[First], given: Omit<PathIds<Path>, First> & Rest) => Answer
  : never

interface Deps {
  readonly request: (path: string, init: RequestInit) => Promise<Response>
  readonly readBody: (response: Response) => Promise<unknown>
  readonly newKey: () => string
}

/** One method for each definition. Its type belongs to it by name, which is lost when definitions are listed. */
export function createMethods({ request, readBody, newKey }: Deps): CommandMethods & ReadMethods {
  const commands = Object.entries<AnyCommand>(COMMANDS).map(([name, command]) => [
    name,
    async (...args: readonly unknown[]) => {
      const { path, key, rest } = take(command.path, args)
      const response = await request(path, {
        method: command.method,
        headers: { 'content-type': 'application/json', 'idempotency-key': key ?? newKey() },
        body: JSON.stringify(command.field === null ? rest : rest[command.field]),
      })
      return command.silent ? undefined : readBody(response)
    },
  ])
  const reads = Object.entries<AnyRead>(READS).map(([name, read]) => [
    name,
    async (...args: readonly unknown[]) => {
      const { path, rest, cancel } = take(read.path, args)
      if (read.method === 'GET') return readBody(await request(`${path}${toQuery(rest)}`, cancel))
      const headers = { 'content-type': 'application/json' }
      return readBody(await request(path, { method: 'POST', headers, body: JSON.stringify(rest), ...cancel }))
    },
  ])
  return Object.fromEntries([...commands, ...reads])
}

/** The path with its ids, the key, the signal, and what goes into the query or the body. */
function take(path: string, args: readonly unknown[]) {
  const names = idNames(path)
  const [first] = names
  const given: Readonly<Record<string, unknown>> = { ...(first === undefined ? toFields(args[0]) : toFields(args[1])) }
  const ids = new Map(names.map(name => [name, String(name === first ? args[0] : given[name])]))
  const { key, signal, ...others } = given
  const rest = Object.fromEntries(Object.entries(others).filter(([name]) => !ids.has(name)))
  return {
    path: fillPath(path, Object.fromEntries(ids)),
    key: typeof key === 'string' ? key : undefined,
    cancel: signal instanceof AbortSignal ? { signal } : {},
    rest,
  }
}

function toFields(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}

/** What is null or undefined is left out. */
export function toQuery(query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
