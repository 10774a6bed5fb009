import { runInNewContext } from 'node:vm'
import { build, type Rolldown } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'
import { mapStack, toText } from './map-stack.ts'

const PAGE = 'http://stet.test/assets/page.js'
const SOURCES: Readonly<Record<string, string>> = {
  'src/main.ts': "import { price } from './price.ts'\n\nglobalThis.run = (model: string): number => price(model)\n",
  'src/price.ts':
    'const prices: Record<string, { input: number }> = {}\n\n/** A comment that the build removes. */\nexport function price(model: string): number {\n  const found = prices[model]\n  return found!.input * 2\n}\n',
}

let stack: string
let map: string

/** Builds a page as ours is built, minified and with a hidden map, and has it fail. */
beforeAll(async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'sources',
        resolveId: id => (id.replace('./', 'src/') in SOURCES ? id.replace('./', 'src/') : null),
        load: id => SOURCES[id] ?? null,
      },
    ],
    build: { write: false, sourcemap: 'hidden', minify: true, rolldownOptions: { input: 'src/main.ts' } },
  })
  const { output } = built as Rolldown.RolldownOutput
  const [chunk] = output
  map = chunk.map?.toString() ?? ''
  const page: { run?: (model: string) => number } = {}
  try {
    runInNewContext(chunk.code, page, { filename: PAGE })
    page.run?.('quill')
  } catch (error) {
    stack = String(Reflect.get(Object(error), 'stack'))
      .split('\n')
      .slice(0, 3)
      .join('\n')
  }
})

describe('the stack of an error', () => {
  it('[V6] names places of the source, read from the map of the built file', async () => {
    const asked: string[] = []
    const mapped = await mapStack(stack, async address => {
      asked.push(address)
      return map
    })
    expect(stack).toContain(`${PAGE}:1:`)
    expect(asked).toEqual([`${PAGE}.map`])
    expect(toText(mapped).split('\n')).toEqual([
      "TypeError: Cannot read properties of undefined (reading 'input')",
      expect.stringMatching(/^ {4}at src\/price\.ts:6:\d+$/),
      expect.stringMatching(/^ {4}at src\/main\.ts:3:\d+$/),
    ])
    expect(mapped.frames[1]?.source).toMatchObject({ text: 'return found!.input * 2', isOwn: true })
    expect(mapped.trouble).toBeNull()
  })

  it('[V6] is shown as it is, with the reason, where a map cannot be read', async () => {
    const mapped = await mapStack(stack, () => Promise.reject(new Error('page.js.map answered 404')))
    expect([toText(mapped), mapped.trouble]).toEqual([stack, 'page.js.map answered 404'])
  })

  it('[V6] is mapped as Firefox and Safari write it, too', async () => {
    const [, , ...place] = /at (\S+ )?\(?(.*?)\)?$/mu.exec(stack) ?? []
    const mapped = await mapStack(`price@${place[0]}\n@debugger eval code`, async () => map)
    expect(toText(mapped)).toMatch(/^ {4}at src\/price\.ts:6:\d+\n@debugger eval code$/)
  })
})
