import type { Json } from '@stet/history'
import * as z from 'zod/mini'
import type { PATH_IDS } from './ids.ts'
import { BODY_BYTES } from './limits.ts'

/** The input of what needs none. The inferred type of an empty object would refuse the key that every command has. */
export const nothing: z.ZodMiniType<object> = z.strictObject({})

/**
 * A command: what it takes, what it answers and what it is called. Its route, its client method, its stored answer, its limits
 * and its documentation are derived from here; the engine or the desk adds how it runs.
 */
export interface Command<Path extends string, Input, Answer extends Json, Field extends string> {
  /** Stored with the answer of each command that ran. Under another name, a repeated command would run twice. */
  readonly name: string
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: Path
  readonly help: string
  /** The body of the request. */
  readonly input: z.ZodMiniType<Input>
  /** The name under which the command holds the whole body; null where the fields of the body are its own. */
  readonly field: Field | null
  readonly status: 200 | 201 | 202 | 204
  /** What is stored, so that a repeated command gets the same answer. */
  readonly answer: z.ZodMiniType<Answer>
  /** Where the route answers with more than is stored: the name of that type. */
  readonly shows: string | null
  /** Whether the route answers without a body. */
  readonly silent: boolean
  /** What distinguishes a repeated command from another under the same key. */
  readonly hashed: (command: Given<Path, Input, Field>) => Json
  readonly limits: { readonly bodyBytes: number }
  readonly example: { readonly input: Input; readonly answer: Answer }
}

/** A read. It changes nothing, or may be repeated as often as one likes: it has no key. */
export interface Read<Path extends string, Query, Input> {
  readonly method: 'GET' | 'POST'
  readonly path: Path
  readonly help: string
  /** The name of the type of its answer. */
  readonly answers: string
  readonly query: z.ZodMiniType<Query> | null
  /** The body of a POST. */
  readonly input: z.ZodMiniType<Input> | null
  /** Whether it saves something: it is refused while nothing may be changed. */
  readonly writes: boolean
  readonly limits: { readonly bodyBytes: number }
  readonly example: { readonly query?: Readonly<Record<string, string>>; readonly input?: Input }
}

/** The ids in a path, by name. */
export type PathIds<Path extends string> = {
  readonly [Name in NamesIn<Path>]: z.infer<(typeof PATH_IDS)[Name]>
}

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Extract<Name, keyof typeof PATH_IDS> | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Extract<Name, keyof typeof PATH_IDS>
    : never

/** A command as it runs, but for its key: the ids of its path, and its input. */
export type Given<Path extends string, Input, Field extends string> = PathIds<Path> &
  ([Field] extends [never] ? Readonly<Input> : { readonly [Name in Field]: Input })

interface CommandFacts<Path extends string, Input, Answer extends Json, Field extends string>
  extends Omit<Command<Path, Input, Answer, Field>, 'field' | 'shows' | 'silent' | 'hashed' | 'limits' | 'example'> {
  readonly field?: Field
  readonly shows?: string
  /** Without it: the ids of the path, then the rest as JSON. */
  readonly hashed?: (command: Given<Path, Input, Field>) => Json
  readonly limits?: { readonly bodyBytes: number }
  readonly example: { readonly input: NoInfer<Input>; readonly answer: NoInfer<Answer> }
}

export function defineCommand<
  const Path extends string,
  Input,
  Answer extends Json,
  const Field extends string = never,
>(facts: CommandFacts<Path, Input, Answer, Field>): Command<Path, Input, Answer, Field> {
  const { field = null, shows = null, limits = { bodyBytes: BODY_BYTES }, hashed = hashAll(facts.path) } = facts
  const silent = shows === null && z.safeParse(facts.answer, null).success
  return { ...facts, field, shows, silent, limits, hashed }
}

interface ReadFacts<Path extends string, Query, Input>
  extends Pick<Read<Path, Query, Input>, 'path' | 'help' | 'answers'> {
  readonly query?: z.ZodMiniType<Query>
  readonly input?: z.ZodMiniType<Input>
  readonly writes?: true
  readonly example?: Read<Path, NoInfer<Query>, NoInfer<Input>>['example']
}

/** A read with an input is a POST. */
export function defineRead<const Path extends string, Query = object, Input = object>(
  facts: ReadFacts<Path, Query, Input>,
): Read<Path, Query, Input> {
  const { query = null, input = null, writes = false, example = {} } = facts
  const method = input === null ? 'GET' : 'POST'
  return { ...facts, method, query, input, writes, limits: { bodyBytes: BODY_BYTES }, example }
}

/** The names of the ids in a path, in order. */
export function idNames(path: string): readonly string[] {
  return Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name ?? '')
}

/** A path with ids in place of their names. */
export function fillPath(path: string, ids: Readonly<Record<string, string>>): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''))
}

/** The answer that is stored for a command. */
export function readStored<Answer extends Json>(
  { name, answer }: Pick<Command<string, never, Answer, never>, 'name' | 'answer'>,
  stored: Json,
): Answer {
  const read = z.safeParse(answer, stored)
  if (read.success) return read.data
  throw new Error(`the stored answer of a ${name} cannot be read`, { cause: read.error })
}

function hashAll(path: string): (command: object) => Json {
  const names = idNames(path)
  return command => {
    const given = new Map(Object.entries(command).filter(([name]) => name !== 'key'))
    const ids = names.map(name => String(given.get(name)))
    const rest = [...given].filter(([name]) => !names.includes(name)).sort(([one], [other]) => (one < other ? -1 : 1))
    return rest.length === 0 ? ids : [...ids, JSON.stringify(rest)]
  }
}

/** A command of any types: it can be listed and described, and hashed only with what it was given. */
export type AnyCommand = Omit<Command<string, object, Json, string>, 'hashed'> & {
  readonly hashed: (command: never) => Json
}

/** A read of any types. */
export type AnyRead = Read<string, object, object>

/** What a read is asked: the ids of its path, its query and its input. */
export type ReadOf<Definition> =
  Definition extends Read<infer Path, infer Query, infer Input>
    ? PathIds<Path> & Readonly<Query> & Readonly<Input>
    : never

/** A command with its key, as the engine or the desk runs it. */
export type CommandOf<Definition> =
  Definition extends Command<infer Path, infer Input, infer _, infer Field>
    ? { readonly key: string } & Given<Path, Input, Field>
    : never

/** What a command stores as its answer. */
export type AnswerOf<Definition> = Definition extends { readonly answer: z.ZodMiniType<infer Answer> } ? Answer : never

/**
 * How each of these commands runs; `Shown` says what those answer that answer more than is stored. A command that is defined and
 * not run does not compile.
 */
export type RunsOf<Definitions, Shown = object> = {
  readonly [Name in keyof Definitions]: (
    command: CommandOf<Definitions[Name]>,
  ) => Name extends keyof Shown ? Promise<Shown[Name]> : Ran<AnswerOf<Definitions[Name]>>
}

type Ran<Answer> = Answer extends null ? Promise<void> : Promise<Answer>
