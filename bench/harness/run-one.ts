// A process of its own for each benchmark: one's heap and compiled code would change another's figures.
import '../../scripts/require-pinned-node.ts'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Bench } from './row.ts'

const name = process.argv[2] ?? ''
const file = join(import.meta.dirname, '..', `${name}.ts`)
const { default: bench }: { default: Bench } = await import(pathToFileURL(file).href)
await bench(row => process.send?.(row))
process.disconnect?.()
