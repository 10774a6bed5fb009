import { CALLS_SHELF, type Call } from '@stet/store'
import { createLineTool, createWaitingTool, echoTool } from '@stet/tools/testing'
import { expect, it } from 'vitest'
import {
  calling,
  callStates,
  createScriptedModels,
  endIn,
  lastTexts,
  offering,
  openPage,
  openTestEngine,
  openToolChat,
  type ScriptedCall,
  saying,
  transcriptOf,
} from '../../testing/index.ts'
import type { ChatView } from '../../view/chat-view.ts'

const line = (text: string): ScriptedCall => ({ tool: 'append_line', input: { text } })

/** Calls tools at the first message of a path, and says what came of it. */
const thenSay =
  (...calls: readonly ScriptedCall[]): Parameters<typeof openToolChat>[0]['script'] =>
  call =>
    call.request.messages.length === 1 ? calling(calls) : saying(lastTexts(call).join(' | '))

/** A chat in which these calls wait for the user. */
async function waiting(...calls: readonly ScriptedCall[]) {
  const lines: string[] = []
  const tools = [
    echoTool,
    createLineTool(
      async text => {
        lines.push(text)
      },
      { options: { loud: { kind: 'switch', label: 'Loud', help: '', default: false } } },
    ),
  ]
  const script = thenSay(...calls)
  const opened = await openToolChat({ tools, script })
  const view = await opened.ask()
  return { ...opened, tools, script, lines, view }
}

function callIn(view: ChatView, position = 0): Call {
  const call = Object.values(view.calls).find(other => other.position === position)
  if (call === undefined) throw new Error(`there is no call at ${position}`)
  return call
}

const approval = ({ chatId, id: callId, hash }: Call, key = 'approve') => ({ key, chatId, callId, hash, always: false })

it('[R6] a call that needs approval ends the run as waiting; approved, it runs once and the answer continues', async () => {
  const { engine, page, view, lines } = await waiting(line('one'))
  expect([endIn(page), callStates(view), lines, view.path.at(-1)?.role]).toEqual([
    'waiting',
    ['proposed'],
    [],
    'assistant',
  ])
  const { runId } = await engine.approve(approval(callIn(view)))
  if (runId === null) throw new Error('the run continues')
  const after = await page.untilEnded(runId)
  expect([lines, transcriptOf(after).slice(2), endIn(page)]).toEqual([
    ['one'],
    ['results: done (appended one)', 'assistant: done: appended one'],
    'complete',
  ])
  expect(await engine.view(after.chat.id)).toEqual(after)
  await engine.close()
})

it('[R6] a call that is denied is answered with the reason, which the model reads', async () => {
  const { engine, page, chatId, view, lines } = await waiting(line('one'))
  const { id: callId } = callIn(view)
  const { runId } = await engine.deny({ key: 'deny', chatId, callId, reason: ' Use the other file. ' })
  if (runId === null) throw new Error('the run continues')
  const after = await page.untilEnded(runId)
  expect([lines, transcriptOf(after).at(-1)]).toEqual([
    [],
    'assistant: denied: The user denied this call: Use the other file.',
  ])
  await engine.close()
})

it('[R6] the run continues when the last of several calls is decided, and those that need no approval ran before', async () => {
  const { engine, page, chatId, view, lines } = await waiting(
    line('one'),
    { tool: 'echo', input: { text: 'ferns' } },
    line('two'),
  )
  expect(callStates(view)).toEqual(['proposed', 'done', 'proposed'])
  expect(await engine.approve(approval(callIn(view, 0)))).toEqual({ runId: null })
  expect(lines).toEqual([])
  const { runId } = await engine.deny({ key: 'deny', chatId, callId: callIn(view, 2).id, reason: '' })
  if (runId === null) throw new Error('the run continues')
  expect(transcriptOf(await page.untilEnded(runId))[2]).toBe(
    'results: done (appended one), done (ferns), denied (The user denied this call.)',
  )
  await engine.close()
})

it('[Z-7] [FT-10] two tabs that approve at once have one effect; the second one learns that it was decided', async () => {
  const { engine, page, chatId, view, lines } = await waiting(line('one'))
  const call = callIn(view)
  const answers = await Promise.allSettled([
    engine.approve(approval(call, 'tab one')),
    engine.approve(approval(call, 'tab two')),
    engine.deny({ key: 'tab three', chatId, callId: call.id, reason: '' }),
  ])
  const accepted = answers.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
  const refused = answers.flatMap(one => (one.status === 'rejected' ? [one.reason.code] : []))
  expect([accepted.length, refused]).toEqual([1, ['call-decided', 'call-decided']])
  await page.until(now => now.path.length === 4)
  expect(lines).toEqual(['one'])
  await expect(engine.approve(approval(call, 'much later'))).rejects.toMatchObject({ code: 'call-decided' })
  expect([await engine.approve(approval(call, 'tab one')), lines]).toEqual([accepted[0], ['one']])
  await engine.close()
})

it('[Z-7] an approval holds for what was shown and nothing else', async () => {
  const { engine, chatId, view, lines } = await waiting(line('one'))
  const call = callIn(view)
  await expect(engine.approve({ ...approval(call), hash: 'ab12' })).rejects.toMatchObject({ code: 'call-changed' })
  const elsewhere = { ...approval(call), chatId: `chat_${'a'.repeat(32)}` } as const
  await expect(engine.approve(elsewhere)).rejects.toMatchObject({ code: 'call-not-found' })
  expect([callStates(await engine.view(chatId)), lines]).toEqual([['proposed'], []])
  await engine.close()
})

it('[Z-7] a tool that was set otherwise after the approval does not run', async () => {
  const { engine, page, chatId, view, lines } = await waiting(line('one'), line('two'))
  await engine.approve(approval(callIn(view, 0), 'one'))
  const tools = [{ name: 'append_line', policy: null, options: { loud: true } }]
  await engine.changeTools({ key: 'set', chatId, tools })
  const { runId } = await engine.deny({ key: 'two', chatId, callId: callIn(view, 1).id, reason: '' })
  if (runId === null) throw new Error('the run continues')
  const after = await page.untilEnded(runId)
  expect([lines, callStates(after)]).toEqual([[], ['failed', 'denied']])
  await engine.close()
})

it('[R6] [FT-10] what waits survives a restart a day later, and is not executed by it', async () => {
  const { home, engine: before, page, chatId, view, tools, script, lines } = await waiting(line('one'))
  page.leave()
  await before.close()
  const models = createScriptedModels(script)
  const { engine, logged } = await openTestEngine(home, { models, tools, clock: () => 1_000_000 + 24 * 3_600_000 })
  expect([await engine.view(chatId), lines, logged, models.calls.length]).toEqual([view, [], [], 0])
  const again = openPage(engine, chatId)
  const { runId } = await engine.approve(approval(callIn(view)))
  if (runId === null) throw new Error('the run continues')
  await again.untilEnded(runId)
  expect(lines).toEqual(['one'])
  await engine.close()
})

it('[R6] always in this chat lets the next call of the tool run by itself, until it is taken back', async () => {
  const lines: string[] = []
  const append = createLineTool(async text => {
    lines.push(text)
  })
  const { engine, page, chatId, ask } = await openToolChat({
    tools: [append],
    script: call =>
      lastTexts(call)[0]?.startsWith('Write ') === true
        ? calling([line(lastTexts(call)[0] ?? '')])
        : saying('Written.'),
  })
  const first = await ask({ text: 'Write one' })
  const { runId } = await engine.approve({ ...approval(callIn(first)), always: true })
  if (runId === null) throw new Error('the run continues')
  const done = await page.untilEnded(runId)
  expect(done.chat.settings.tools).toEqual([{ name: 'append_line', policy: 'auto', options: {} }])
  const second = await ask({ text: 'Write two', parentId: done.path.at(-1)?.id ?? null })
  expect([lines, endIn(page)]).toEqual([['Write one', 'Write two'], 'complete'])
  await engine.changeTools({ key: 'revoke', chatId, tools: offering('append_line') })
  await ask({ text: 'Write three', parentId: second.path.at(-1)?.id ?? null })
  expect([lines.length, endIn(page)]).toEqual([2, 'waiting'])
  await engine.close()
})

it('[R6] always in this chat is not offered for a tool whose every call has to be seen, and is refused', async () => {
  const { engine, ask, chatId } = await openToolChat({
    tools: [createLineTool(async () => undefined, { alwaysConfirm: true })],
    offered: [{ name: 'append_line', policy: 'auto', options: {} }],
    script: thenSay(line('one')),
  })
  const call = callIn(await ask())
  expect([call.state.kind, call.policy, call.shown.mayBeAlways]).toEqual(['proposed', 'confirm', false])
  await expect(engine.approve({ ...approval(call), always: true })).rejects.toMatchObject({ code: 'invalid' })
  expect(callStates(await engine.view(chatId))).toEqual(['proposed'])
  await engine.close()
})

it('[R6] an approval that comes while another call of the step is running is run by the same run', async () => {
  const gate = Promise.withResolvers<void>()
  const lines: string[] = []
  const tools = [
    createWaitingTool(() => gate.promise),
    createLineTool(async text => {
      lines.push(text)
    }),
  ]
  const opened = await openToolChat({ tools, script: thenSay({ tool: 'wait', input: { text: 'rain' } }, line('one')) })
  const ended = opened.ask()
  const working = await opened.page.until(view => Object.keys(view.progress).length === 1)
  expect(await opened.engine.approve(approval(callIn(working, 1)))).toEqual({ runId: null })
  gate.resolve()
  expect([transcriptOf(await ended)[2], lines]).toEqual([
    'results: done (waited for rain), done (appended one)',
    ['one'],
  ])
  await opened.engine.close()
})

it('[H5] [T1] a fork takes along how its calls were shown; deleting an answer takes its calls', async () => {
  const { home, engine, chatId, view } = await waiting(line('one'), { tool: 'echo', input: { text: 'ferns' } })
  const answer = view.path.at(-1)
  const forked = await engine.fork({ key: 'fork', chatId, messageId: answer?.id ?? 'msg_' })
  const copy = await engine.view(forked.chatId)
  expect(Object.values(copy.calls).map(({ shown, state }) => [shown, state])).toEqual(
    Object.values(view.calls).map(({ shown, state }) => [shown, state]),
  )
  expect(Object.keys(copy.calls)).not.toEqual(Object.keys(view.calls))
  await engine.deleteMessage({ key: 'delete', chatId, messageId: answer?.id ?? 'msg_' })
  const rows = await home.store.getMany(CALLS_SHELF, Object.keys(view.calls))
  expect(rows).toEqual([null, null])
  await engine.close()
})
