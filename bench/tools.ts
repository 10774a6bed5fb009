import type { Bench } from './harness/row.ts'
import { benchMcp } from './tools/mcp.ts'
import { measureSearch } from './tools/search-files.ts'
import { measureStep } from './tools/step-overhead.ts'

/** What tools cost beside what they do. Each part is a file of `bench/tools`. */
const bench: Bench = async report => {
  await benchMcp(report)
  await measureSearch(report)
  await measureStep(report)
}

export default bench
