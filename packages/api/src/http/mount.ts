import { type AnyCommand, type AnyRead, type CommandOf, LONGEST_KEY, PATH_IDS, type ReadOf } from '@stet/commands'
import type { Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import { parseLater } from './parse-with.ts'
import { invalid, Problem } from './problem.ts'
import { readJson } from './read-json.ts'

type Answers<Definitions, Asked extends Record<keyof Definitions, unknown>> = {
  readonly [Name in keyof Definitions]: (asked: Asked[Name]) => Promise<unknown>
}

type Commands<Definitions> = { readonly [Name in keyof Definitions]: CommandOf<Definitions[Name]> }
type Reads<Definitions> = { readonly [Name in keyof Definitions]: ReadOf<Definitions[Name]> }

/** A route for each command. Its path, its body, its key and its limits are checked before it runs. */
export function mountCommands<const Definitions extends Readonly<Record<string, AnyCommand>>>(
  app: Hono,
  definitions: Definitions,
  runs: Answers<Definitions, Commands<Definitions>>,
): void {
  for (const [name, command] of Object.entries(definitions)) {
    const run = runOf(runs, name)
    app.on(command.method, command.path, async c => {
      const key = commandKey(c.req.raw)
      const body = await readJson(c.req.raw, command.limits.bodyBytes)
      const input = parseLater<object>(command.input, body, 'body')
      const ids = readIds(c)
      const given = command.field === null ? input() : { [command.field]: input() }
      const answer = await run({ key, ...ids, ...given })
      return answer == null ? c.body(null, command.status) : Response.json(answer, { status: command.status })
    })
  }
}

/** A route for each read. */
export function mountReads<const Definitions extends Readonly<Record<string, AnyRead>>>(
  app: Hono,
  definitions: Definitions,
  runs: Answers<Definitions, Reads<Definitions>>,
): void {
  for (const [name, read] of Object.entries(definitions)) {
    const run = runOf(runs, name)
    app.on(read.method, read.path, async c => {
      const query = read.query === null ? none : parseLater<object>(read.query, c.req.query(), 'query')
      const input =
        read.input === null
          ? none
          : parseLater<object>(read.input, await readJson(c.req.raw, read.limits.bodyBytes), 'body')
      return Response.json(await run({ ...readIds(c), ...query(), ...input() }))
    })
  }
}

const none = () => ({})

/** The types of a definition and of its run belong together by name, which is lost when they are listed. */
function runOf(runs: object, name: string): (asked: object) => Promise<unknown> {
  const run: unknown = Reflect.get(runs, name)
  if (typeof run !== 'function') throw new Error(`${name} is defined and nothing runs it`)
  return asked => run.call(runs, asked)
}

function readIds(c: Context): Readonly<Record<string, unknown>> {
  const schemas: Readonly<Record<string, z.ZodMiniType>> = PATH_IDS
  return Object.fromEntries(
    Object.entries(c.req.param()).map(([name, text]) => {
      const schema = schemas[name]
      if (schema === undefined) throw new Error(`a path names ${name}, which is no id`)
      return [name, parseLater(schema, text, name)()]
    }),
  )
}

const KEY = new RegExp(`^[!-~]{1,${LONGEST_KEY}}$`)

/** The key that makes a command run once however often it arrives. */
function commandKey(request: Request): string {
  const key = request.headers.get('idempotency-key')
  if (key !== null && KEY.test(key)) return key
  throw invalid(
    'Idempotency-Key',
    `A command needs an Idempotency-Key of 1 to ${LONGEST_KEY} visible ASCII characters.`,
  )
}

/** Answers every method that a path does not have: OPTIONS with those it has, others with 405. */
export function closeRoutes(app: Hono): void {
  for (const [path, allow] of allowByPath(app)) {
    app.all(path, c => {
      if (c.req.method === 'OPTIONS') return c.body(null, 204, { allow })
      throw new Problem({
        status: 405,
        code: 'method-not-allowed',
        detail: `Only ${allow} can be used here.`,
        headers: { allow },
      })
    })
  }
}

function allowByPath(app: Hono): Map<string, string> {
  const methods = new Map<string, string[]>()
  for (const route of app.routes) {
    if (route.method === 'ALL') continue
    const known = methods.get(route.path) ?? ['OPTIONS']
    known.push(...(route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]))
    methods.set(route.path, known)
  }
  return new Map([...methods].map(([path, known]) => [path, known.sort().join(', ')]))
}
