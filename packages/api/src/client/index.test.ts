import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'

it('brings the page neither schemas nor routes nor the engine itself', async () => {
  const input = new URL('./index.ts', import.meta.url).pathname
  const bundle = await rolldown({ input, platform: 'browser', logLevel: 'silent' })
  const { output } = await bundle.generate()
  await bundle.close()
  const modules = output.flatMap(chunk => (chunk.type === 'chunk' ? Object.entries(chunk.modules) : []))
  const carried = modules.filter(([, { renderedLength }]) => renderedLength > 0).map(([id]) => id)
  const wanted =
    /\/(api\/src\/client\/|api\/src\/schedule\.ts|engine\/src\/(view\/|record\/(is-settled|text-limits)\.ts)|history\/src\/|desk\/src\/providers\/definition-options\.ts|models\/src\/definition\.ts|context\/src\/(report\/input-cost|(parse-context-)?settings))/
  expect(carried.filter(id => !wanted.test(id))).toEqual([])
  expect(carried.some(id => id.endsWith('/engine/src/view/apply-event.ts'))).toBe(true)
})
