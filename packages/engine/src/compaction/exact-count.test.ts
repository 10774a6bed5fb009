import type { ModelCall } from '@stet/models'
import { expect, it } from 'vitest'
import { createScriptedModels, openLongChat, saying, scriptedSettings } from '../testing/index.ts'

const { compaction } = scriptedSettings.context

/** A chat whose next request is estimated at `over` tokens more than fit, and a provider that counts `count` of them. */
async function openNear(count: (estimated: number) => number | Error, over: number, automatic = true) {
  const plain = createScriptedModels(() => saying('An answer.'))
  const counted: number[] = []
  let estimated = 0
  const models = {
    ...plain,
    async count(_call: Pick<ModelCall, 'request'>) {
      const answer = count(estimated)
      if (answer instanceof Error) throw answer
      counted.push(answer)
      return answer
    },
  }
  const wide = { maxPromptTokens: 100_000, reservedResponseTokens: 0 }
  const { engine, chatId, send, page, logged } = await openLongChat({ phases: 10, context: wide, parts: { models } })
  const inspected = await engine.inspect({ chatId, context: null, text: 'Next' })
  estimated = inspected.report.budget.used.total
  const { settings } = (await engine.view(chatId)).chat
  const context = {
    ...settings.context,
    maxPromptTokens: estimated - over,
    compaction: { ...compaction, automatic },
  }
  await engine.changeContext({ key: 'context', chatId, context })
  const calls = (purpose: 'answer' | 'summary') => plain.calls.filter(call => call.purpose === purpose)
  return { engine, chatId, send, page, logged, calls, counted }
}

it('[C15] asks the provider before it compacts a request that may fit, and sends it whole when it does', async () => {
  const { engine, send, page, calls, counted } = await openNear(estimated => estimated - 100, 50)
  const { runId } = await send()
  await page.untilEnded(runId)
  expect([counted.length, calls('summary').length, calls('answer').length]).toEqual([1, 0, 1])
  expect(calls('answer')[0]?.request.messages).toHaveLength(21)
  await engine.close()
})

it('[C15] compacts when the provider counts as many', async () => {
  const { engine, send, page, calls, counted } = await openNear(estimated => estimated, 50)
  const { runId } = await send()
  await page.untilEnded(runId)
  expect([counted.length > 0, calls('summary').length, calls('answer').length]).toEqual([true, 1, 1])
  await engine.close()
})

it('[C12] [C15] asks it too before a request is refused because compaction is off', async () => {
  const fitting = await openNear(estimated => estimated - 100, 50, false)
  const { runId } = await fitting.send()
  await fitting.page.untilEnded(runId)
  expect([fitting.counted.length, fitting.calls('answer').length]).toEqual([1, 1])
  await fitting.engine.close()
  const refused = await openNear(estimated => estimated, 50, false)
  await expect(refused.send()).rejects.toMatchObject({ code: 'cannot-fit' })
  await refused.engine.close()
})

it('[C15] asks nothing far above the window, and continues without a count that fails', async () => {
  const far = await openNear(estimated => estimated - 900, 800)
  await far.page.untilEnded((await far.send()).runId)
  expect([far.counted, far.calls('summary').length]).toEqual([[], 1])
  await far.engine.close()
  const failing = await openNear(() => new Error('no count today'), 50)
  await failing.page.untilEnded((await failing.send()).runId)
  expect(failing.calls('summary').length).toBe(1)
  expect(failing.logged.some(({ message }) => message === 'the provider did not count a request')).toBe(true)
  await failing.engine.close()
})
