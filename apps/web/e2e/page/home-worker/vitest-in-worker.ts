/**
 * Takes the place of Vitest in a Worker, for suites that import it: no part of Vitest runs there alone. Only what the suites use exists; a matcher
 * that does not fails its test.
 */
interface Scope {
  readonly names: readonly string[]
  readonly before: readonly Hook[]
  readonly after: readonly Hook[]
}

type Hook = () => unknown

interface Test {
  readonly name: string
  readonly run: Hook
  readonly scope: Scope
}

/** What came of a test. */
export interface Ran {
  readonly name: string
  /** Null where it passed. */
  readonly failure: string | null
}

let scope: Scope = { names: [], before: [], after: [] }
const tests: Test[] = []

export function describe(name: string, define: () => void): void {
  const outer = scope
  scope = { ...outer, names: [...outer.names, name] }
  define()
  scope = outer
}

/** The rows are tuples, whose first value goes into the name. */
describe.each =
  <Row extends readonly unknown[]>(rows: readonly Row[]) =>
  (name: string, define: (...row: Row) => void): void => {
    for (const row of rows) describe(name.replace('%s', String(row[0])), () => define(...row))
  }

export function beforeEach(hook: Hook): void {
  scope = { ...scope, before: [...scope.before, hook] }
}

export function afterEach(hook: Hook): void {
  scope = { ...scope, after: [hook, ...scope.after] }
}

export function it(name: string, ...[first, second]: readonly (object | Hook)[]): void {
  const run = typeof first === 'function' ? first : second
  if (typeof run !== 'function') throw new Error(`${name} does nothing`)
  tests.push({ name: [...scope.names, name].join(' > '), run: run as Hook, scope })
}

/** Those with a name that is wanted. */
export async function runAll(isWanted: (name: string) => boolean): Promise<readonly Ran[]> {
  const ran: Ran[] = []
  for (const { name, run, scope } of tests.filter(test => isWanted(test.name))) {
    let failure: string | null = null
    try {
      for (const hook of scope.before) await hook()
      await run()
      for (const hook of scope.after) await hook()
    } catch (error) {
      failure = error instanceof Error ? `${error.message}\n${error.stack}` : String(error)
    }
    ran.push({ name, failure })
  }
  return ran
}

export function expect(found: unknown) {
  return { ...matchers(found), rejects: rejecting(found) }
}

class Containing {
  readonly fields: object
  constructor(fields: object) {
    this.fields = fields
  }
}

expect.objectContaining = (fields: object) => new Containing(fields)

function matchers(found: unknown) {
  const must = (holds: boolean, what: string, wanted: unknown) => {
    if (!holds) throw new Error(`${show(found)} ${what} ${show(wanted)}`)
  }
  return {
    toBe: (wanted: unknown) => must(Object.is(found, wanted), 'is not', wanted),
    toEqual: (wanted: unknown) => must(isEqual(found, wanted, false), 'does not equal', wanted),
    toMatchObject: (wanted: unknown) => must(isEqual(found, wanted, true), 'does not match', wanted),
    toBeNull: () => must(found === null, 'is not', null),
    toHaveLength: (wanted: number) =>
      must(Reflect.get(Object(found), 'length') === wanted, 'has not the length', wanted),
    toBeGreaterThan: (wanted: number) => must(Number(found) > wanted, 'is not greater than', wanted),
    toBeInstanceOf: (wanted: new () => unknown) => must(found instanceof wanted, 'is no', wanted.name),
  }
}

function rejecting(promise: unknown) {
  async function reason(): Promise<unknown> {
    try {
      await promise
    } catch (error) {
      return error
    }
    throw new Error('it was not rejected')
  }
  return {
    toEqual: async (wanted: unknown) => matchers(await reason()).toEqual(wanted),
    toBeInstanceOf: async (wanted: new () => unknown) => matchers(await reason()).toBeInstanceOf(wanted),
    async toThrow(wanted: string | (new () => unknown) = '') {
      const error = await reason()
      if (typeof wanted === 'function') return matchers(error).toBeInstanceOf(wanted)
      const message = error instanceof Error ? error.message : ''
      if (!message.includes(wanted)) throw new Error(`${show(error)} does not say ${show(wanted)}`)
    },
  }
}

/** With `partly`, an object may have more fields than are wanted. */
function isEqual(found: unknown, wanted: unknown, partly: boolean): boolean {
  if (Object.is(found, wanted)) return true
  if (wanted instanceof Containing) return isEqual(found, wanted.fields, true)
  if (typeof found !== 'object' || typeof wanted !== 'object' || found === null || wanted === null) return false
  if (wanted instanceof Error && !(found instanceof Error && found.message === wanted.message)) return false
  if (Array.isArray(wanted) || ArrayBuffer.isView(wanted)) {
    if (Reflect.get(found, 'length') !== Reflect.get(wanted, 'length')) return false
  }
  const names = (of: object) => Object.keys(of).filter(name => Reflect.get(of, name) !== undefined)
  const isMore = !partly && names(found).length !== names(wanted).length
  return !isMore && names(wanted).every(name => isEqual(Reflect.get(found, name), Reflect.get(wanted, name), partly))
}

function show(value: unknown): string {
  return value instanceof Error ? String(value) : (JSON.stringify(value)?.slice(0, 300) ?? String(value))
}
