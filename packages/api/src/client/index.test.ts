import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'

/** What the page gets with the client: definitions, zod/mini, the reducer and settings; no routes and nothing that runs. */
const ALLOWED = [
  '/node_modules/zod/',
  '/node_modules/eventsource-parser/',
  '/api/src/client/',
  '/api/src/schedule.ts',
  '/commands/src/',
  '/context/src/',
  '/desk/src/providers/definition-options.ts',
  '/engine/src/record/is-settled.ts',
  '/engine/src/view/',
  '/history/src/',
  '/models/src/definition.ts',
  '/models/src/mapping/file-types.ts',
]

it('brings the page neither routes nor the engine itself', async () => {
  const input = new URL('./index.ts', import.meta.url).pathname
  const bundle = await rolldown({ input, platform: 'browser', logLevel: 'silent' })
  const { output } = await bundle.generate()
  await bundle.close()
  const modules = output.flatMap(chunk => (chunk.type === 'chunk' ? Object.entries(chunk.modules) : []))
  const carried = modules.filter(([, { renderedLength }]) => renderedLength > 0).map(([id]) => id)
  expect(carried.filter(id => !ALLOWED.some(part => id.includes(part)))).toEqual([])
  expect(carried.some(id => id.endsWith('/engine/src/view/apply-event.ts'))).toBe(true)
})
