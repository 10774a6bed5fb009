import type { SourceMapInput } from '@jridgewell/trace-mapping'

/** One line of a stack. */
export interface Frame {
  /** As the browser wrote it. */
  readonly raw: string
  /** Where that is in the source; null for a line that names no file, or whose map could not be read. */
  readonly source: SourcePlace | null
}

export interface SourcePlace {
  readonly file: string
  readonly line: number
  readonly column: number
  /** The line itself, where the map holds the source. */
  readonly text: string | null
  /** Whether it is of this project rather than of a library. */
  readonly isOwn: boolean
}

export interface MappedStack {
  readonly frames: readonly Frame[]
  /** Why some lines have no source although they name a file; null where all have one. */
  readonly trouble: string | null
}

const PLACE = /(https?:\/\/[^\s()]+?):(\d+):(\d+)/u

/** A stack of the built page as one of its source (V6). The maps and what reads them are loaded now, and not before. */
export async function mapStack(stack: string, fetchMap: (address: string) => Promise<string>): Promise<MappedStack> {
  const { originalPositionFor, sourceContentFor, TraceMap } = await import('@jridgewell/trace-mapping')
  const lines = stack.split('\n').map(raw => ({ raw, place: PLACE.exec(raw) }))
  const addresses = new Set(lines.flatMap(({ place }) => place?.[1] ?? []))
  const troubles: string[] = []

  async function readMap(address: string): Promise<InstanceType<typeof TraceMap> | null> {
    try {
      const json = await fetchMap(`${address}.map`)
      return new TraceMap(JSON.parse(json) as SourceMapInput)
    } catch (error) {
      troubles.push(error instanceof Error ? error.message : String(error))
      return null
    }
  }

  const read = await Promise.all([...addresses].map(async address => [address, await readMap(address)] as const))
  const maps = new Map(read)

  function sourceOf(place: RegExpExecArray): SourcePlace | null {
    const [, address = '', line, column] = place
    const map = maps.get(address) ?? null
    if (map === null) return null
    // Stacks count columns from 1, maps from 0.
    const found = originalPositionFor(map, { line: Number(line), column: Number(column) - 1 })
    if (found.source === null) return null
    const text = sourceContentFor(map, found.source)?.split('\n')[found.line - 1]?.trim() ?? null
    return {
      file: found.source.replace(/^(?:\.\.?\/)+/u, ''),
      line: found.line,
      column: found.column + 1,
      text: text || null,
      isOwn: !found.source.includes('node_modules/'),
    }
  }

  const frames = lines.map(({ raw, place }) => ({ raw, source: place === null ? null : sourceOf(place) }))
  return { frames, trouble: troubles[0] ?? null }
}

/** The stack as text, to be copied. */
export function toText({ frames }: MappedStack): string {
  return frames.map(({ raw, source }) => (source === null ? raw : `    at ${placeText(source)}`)).join('\n')
}

export function placeText({ file, line, column }: SourcePlace): string {
  return `${file}:${line}:${column}`
}
