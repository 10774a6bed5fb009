// One way to read, in a process of its own: another's heap and compiled code would change its figures.
import { type ReaderName, readers } from './readers.ts'
import { TOKENS } from './upstream-facts.ts'

/** This many answers at once. */
export interface Load {
  readonly streams: number
}

export interface Measured {
  /** Processor time of all threads, garbage collection included. */
  readonly microsecondsPerToken: number
  /** The median of all streams. */
  readonly firstTokenMs: number
}

const [name, baseUrl] = process.argv.slice(2)
if (baseUrl === undefined || !isReader(name)) throw new Error(`there is no reader ${name}`)
const read = readers[name](baseUrl)

function isReader(asked: string | undefined): asked is ReaderName {
  return asked !== undefined && asked in readers
}

async function readOne(): Promise<number> {
  const start = performance.now()
  let first: number | null = null
  let tokens = 0
  await read(() => {
    first ??= performance.now() - start
    tokens += 1
  })
  if (tokens !== TOKENS || first === null) throw new Error(`${name} read ${tokens} tokens of ${TOKENS}`)
  return first
}

async function measure({ streams }: Load): Promise<Measured> {
  const before = process.cpuUsage()
  const firsts = await Promise.all(Array.from({ length: streams }, readOne))
  const { user, system } = process.cpuUsage(before)
  const sorted = firsts.toSorted((one, other) => one - other)
  return {
    microsecondsPerToken: (user + system) / (streams * TOKENS),
    firstTokenMs: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
  }
}

process.on('message', async (load: Load) => {
  process.send?.(await measure(load))
})
process.send?.('ready')
process.on('disconnect', () => process.exit())
