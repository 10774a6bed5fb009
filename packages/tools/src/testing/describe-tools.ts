import { type Json, readStoredSettings } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { isFields } from '../read-input.ts'
import { optionsOf, type Tool, type ToolContext } from '../tool.ts'
import { runTool, testModel } from './test-tools.ts'
import { toolExamples } from './tool-examples.ts'

/** Far more than a tool should hand to a model, and less than a home would notice. */
const LONGEST_RESULT = 2_000_000

/**
 * The contract that every tool keeps, over a whole list of tools: one without an example fails. `contextOf` gives a tool what it needs, in an
 * empty workspace.
 */
export function describeTools(tools: readonly Tool[], contextOf: (tool: Tool) => Promise<Partial<ToolContext>>): void {
  async function ready(tool: Tool, more: Partial<ToolContext> = {}): Promise<Partial<ToolContext>> {
    return { ...(await contextOf(tool)), options: optionsOf(tool, { options: {} }, testModel), ...more }
  }

  it('[T1] have names of their own', () => {
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
  })

  describe.each(tools.map(tool => [tool.name, tool] as const))('%s', (name, tool) => {
    const example = toolExamples[name]
    if (example === undefined) {
      it('has an example in tool-examples.ts', () => expect.fail(`${name} has none`))
      return
    }

    it('[T1] describes itself and its input, whatever its options are', () => {
      expect(name).toMatch(/^[a-z][a-z0-9_]{0,62}$/)
      for (const text of [tool.title, tool.icon, tool.description]) expect(text.trim()).not.toBe('')
      for (const options of optionValues(tool)) {
        const { description, input } = tool.declare?.(options) ?? tool
        expect(description.trim()).not.toBe('')
        expect(input).toMatchObject({ type: 'object', properties: {} })
        const { properties = {}, required = [] } = isFields(input) ? input : {}
        expect(Object.keys(Object(properties))).toEqual(expect.arrayContaining(Array.isArray(required) ? required : []))
      }
    })

    it('[Z-7] runs by itself only if its example says so, and never where it talks to the network', () => {
      expect(tool.policy).toBe(example.policy)
      const talks = tool.needs.some(need => need === 'sockets' || need === 'images')
      expect(!talks || tool.policy === 'confirm').toBe(true)
    })

    it('[T1] explains each option, and starts with values that fit', () => {
      for (const option of Object.values(tool.options)) {
        expect([option.label, option.help].every(text => text.trim() !== '')).toBe(true)
        if (option.kind === 'text') expect([option.placeholder !== '', option.longest > 0]).toEqual([true, true])
      }
      const initial = Object.fromEntries(Object.entries(tool.options).map(([key, option]) => [key, option.default]))
      expect(readStoredSettings(tool.options, initial).kind).toBe('parsed')
    })

    it('[T1] [Z-7] takes its example, and says in a line what the call is', () => {
      const parsed = tool.parse(example.input)
      expect(parsed).toMatchObject({ kind: 'parsed' })
      if (parsed.kind !== 'parsed') return
      const summary = tool.summary(parsed.input)
      expect(summary === null || (summary !== '' && summary.length <= 1000)).toBe(true)
    })

    it('[T1] refuses other input with a sentence that the model can act on, and never throws', () => {
      for (const input of wrongInputs(tool, example.input)) {
        const parsed = tool.parse(input)
        if (parsed.kind === 'invalid') expect(parsed.because).toMatch(/^[A-Z`].{10,}[.:]?$/s)
      }
      for (const input of [null, 'text', 7, []] satisfies Json[]) {
        expect([name, input, requiredOf(tool).length === 0 || tool.parse(input).kind]).toEqual([
          name,
          input,
          requiredOf(tool).length === 0 || 'invalid',
        ])
      }
      for (const key of requiredOf(tool)) {
        const without = Object.fromEntries(Object.entries(Object(example.input)).filter(([each]) => each !== key))
        expect([key, tool.parse(without as Json).kind]).toEqual([key, 'invalid'])
      }
    })

    it('[T1] runs its example: progress is words, the result is limited, and nothing is left running', async () => {
      const context = await ready(tool)
      const before = resources()
      const { progress, result } = await runTool(tool, example.input, context)
      expect(progress.every(({ text }) => text.trim() !== '')).toBe(true)
      expect([result.outcome, result.content.length > 0]).toEqual([example.ends, true])
      const said = result.content.map(part => (part.kind === 'text' ? part.text : '')).join('')
      expect(said.length).toBeLessThan(LONGEST_RESULT)
      await expect.poll(() => resources()).toEqual(before)
    })

    it('[T1] reports a failure as a result', async () => {
      if (example.failing === null) return
      const { result } = await runTool(tool, example.failing, await ready(tool))
      const [part] = result.content
      expect([result.outcome, part?.kind === 'text' && part.text !== '']).toEqual(['failed', true])
    })

    it.each(['before it begins', 'once it has begun'])(
      '[R4] ends when it is stopped %s, and leaves nothing running',
      async when => {
        const stop = new AbortController()
        const context = await ready(tool, { signal: stop.signal })
        const before = resources()
        if (when === 'before it begins') stop.abort(new Error('stopped'))
        const started = runTool(tool, example.input, context).then(
          ({ result }) => result.outcome,
          (error: unknown) => error,
        )
        await new Promise(resolve => setImmediate(resolve))
        stop.abort(new Error('stopped'))
        const ended = await started
        expect(['done', 'failed', 'stopped']).toContain(ended instanceof Error ? ended.message : ended)
        await expect.poll(() => resources()).toEqual(before)
      },
    )

    it('[W2] says the same about itself each time it is asked', async () => {
      const context = {
        chatId: 'chat_test',
        workspaceId: 'ws_test',
        model: testModel,
        roots: [],
        now: () => 0,
      } as const
      for (const options of optionValues(tool)) {
        const place = { ...context, ...(await ready(tool)), options }
        const asked = () => tool.instructions(place as Parameters<Tool['instructions']>[0])
        expect(await asked()).toBe(await asked())
      }
    })
  })
}

/** The options as they are at first, and with each switch the other way. */
function optionValues(tool: Tool): readonly ReturnType<typeof optionsOf>[] {
  const switches = Object.entries(tool.options).filter(([, { kind }]) => kind === 'switch')
  return [{}, ...switches.map(([name, option]) => ({ [name]: option.default !== true }))].map(options =>
    optionsOf(tool, { options }, testModel),
  )
}

function requiredOf({ input }: Tool): readonly string[] {
  const { required = [] } = isFields(input) ? input : {}
  return Array.isArray(required) ? required.map(String) : []
}

/** The example with each of its values replaced by one of another kind, by a huge text, and by odd ones. */
function wrongInputs(tool: Tool, example: Json): readonly Json[] {
  const odd: readonly Json[] = [null, 7, -1, 1.5, true, '', 'x'.repeat(1_500_000), '\u0000', [], {}, [null]]
  const fields = isFields(example) ? example : {}
  const names = new Set([
    ...Object.keys(fields),
    ...Object.keys(Object(isFields(tool.input) ? tool.input.properties : {})),
  ])
  return [...names].flatMap(name => odd.map(value => ({ ...fields, [name]: value })))
}

/** What keeps a process alive: threads, sockets, child processes. Timers are the test runner's too, and what is being closed is not kept. */
function resources(): readonly string[] {
  return process
    .getActiveResourcesInfo()
    .filter(kind => kind !== 'Immediate' && kind !== 'Timeout' && kind !== 'CloseReq')
    .toSorted()
}
