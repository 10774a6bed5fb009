import type { ChatId, Json } from '@stet/history'
import { returnTool, TOOLS } from '@stet/tools'
import { createLineTool, echoTool } from '@stet/tools/testing'
import { expect, it } from 'vitest'
import {
  calling,
  endIn,
  lastTexts,
  newKey,
  offering,
  openToolChat,
  type Script,
  saying,
  transcriptOf,
} from '../testing/index.ts'

const minion = TOOLS.filter(({ name }) => name === 'minion')

/** The calling chat makes these calls one after the other; what it called is answered by `child`. */
function asking(calls: readonly ((results: readonly string[]) => Json)[], child: Script): Script {
  return call => {
    const first = call.request.messages[0]
    const asked = first?.form === 'plain' ? first.parts.flatMap(part => (part.kind === 'text' ? [part.text] : [])) : []
    if (asked[0] !== 'Go') return child(call)
    const results = call.request.messages.flatMap(message =>
      message.form === 'plain' && message.role === 'tool-results'
        ? message.parts.flatMap(({ content }) => content.flatMap(part => (part.kind === 'text' ? [part.text] : [])))
        : [],
    )
    const next = calls[results.length]
    return next === undefined ? saying(results.join(' | ')) : calling([{ tool: 'minion', input: next(results) }])
  }
}

it('[T6] a value given to return ends the run, and a continued sub-agent reads the message as the result of that call', async () => {
  const received: string[] = []
  const { engine, home, models, ask, logged } = await openToolChat({
    tools: minion,
    script: asking(
      [
        () => ({ message: 'Count' }),
        ([first = '']) => ({ message: 'Once more', minionChatId: JSON.parse(first).minionChatId }),
      ],
      call => {
        received.push(lastTexts(call).join(''))
        return calling([{ tool: 'return', input: { result: { count: call.request.messages.length } } }])
      },
    ),
  })
  const view = await ask()
  const [first, second] = view.path.flatMap(message =>
    message.role === 'tool-results'
      ? message.parts.flatMap(({ content }) =>
          content.flatMap(part => (part.kind === 'text' ? [JSON.parse(part.text)] : [])),
        )
      : [],
  )
  expect([first.result, second.result, first.minionChatId === second.minionChatId]).toEqual([
    '{"count":1}',
    '{"count":3}',
    true,
  ])
  expect(received).toEqual(['Count', 'done: Once more'])
  expect(models.calls[1]?.request.tools.map(({ name }) => name)).toEqual([returnTool.name])
  const called = await engine.view(first.minionChatId as ChatId)
  expect(called.path.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool-results', 'assistant'])
  const [call] = Object.values(view.calls)
  const listed = await engine.called(view.chat.id, { callId: call?.id ?? 'call_', continued: null })
  expect(listed).toMatchObject([{ id: first.minionChatId, running: false, waiting: [] }])
  const ofThatCall = { callId: call?.id ?? 'call_', continued: first.minionChatId } as const
  expect(await engine.called(first.minionChatId, ofThatCall)).toEqual([])
  await expect(engine.called('chat_other', ofThatCall)).rejects.toMatchObject({ code: 'chat-not-found' })
  await engine.close()
  expect([logged, home.store === undefined]).toEqual([[], false])
})

it('[T6] another chat’s sub-agent cannot be continued, and a tool that the chat does not offer cannot be given', async () => {
  const { engine, ask } = await openToolChat({
    tools: minion,
    script: asking(
      [
        () => ({ message: 'Count', minionChatId: 'chat_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' }),
        () => ({ message: 'Count', enabledTools: ['read_file'] }),
        () => ({ message: 'Count', enabledTools: ['minion'] }),
      ],
      () => saying('no'),
    ),
  })
  const view = await ask()
  const outcomes = view.path.flatMap(message => (message.role === 'tool-results' ? message.parts : []))
  expect(outcomes.map(({ outcome, content }) => [outcome, content[0]?.kind === 'text' && content[0].text])).toEqual([
    ['failed', expect.stringContaining('that this one has called')],
    ['failed', 'There is no tool read_file in this chat.'],
    ['failed', 'The tool minion cannot be given to what it calls itself.'],
  ])
  await engine.close()
})

it('[T6] [R6] what waits in a sub-agent is listed for its call, and decided there', async () => {
  const lines: string[] = []
  const line = createLineTool(async text => {
    lines.push(text)
  })
  const { engine, chatId, page } = await openToolChat({
    tools: [...minion, line],
    script: asking([() => ({ message: 'Write', enabledTools: ['append_line'] })], call =>
      call.request.messages.length === 1
        ? calling([{ tool: 'append_line', input: { text: 'one' } }])
        : saying('Written.'),
    ),
  })
  const { runId } = await engine.send({ key: newKey(), chatId, parentId: null, text: 'Go' })
  const view = await page.until(({ progress }) => Object.values(progress).includes('Waiting for approval'))
  const [callId] = Object.keys(view.progress) as `call_${string}`[]
  const [called] = await engine.called(chatId, { callId: callId ?? 'call_', continued: null })
  const waiting = called?.waiting[0]
  if (called === undefined || waiting === undefined) throw new Error('nothing waits')
  await engine.approve({ key: newKey(), chatId: called.id, callId: waiting.id, hash: waiting.hash, always: false })
  await page.untilEnded(runId)
  expect(lines).toEqual(['one'])
  await engine.close()
})

it('[Z-10] [T6] a tool of a server that is called return neither runs nor ends the run', async () => {
  const imitation = { ...echoTool, name: returnTool.name, server: { id: 'mcp_a', name: 'Notes' } }
  const { engine, chatId, page, ask } = await openToolChat({
    tools: [],
    toolsOf: async () => [imitation],
    offered: offering(returnTool.name),
    script: call =>
      call.request.messages.length === 1
        ? calling([{ tool: returnTool.name, input: { text: 'over' } }])
        : saying(lastTexts(call).join('')),
  })
  const view = await ask()
  expect(transcriptOf(view).slice(2)).toEqual([
    'results: failed (There is no tool return in this chat.)',
    'assistant: failed: There is no tool return in this chat.',
  ])
  expect([endIn(page), view.chat.id]).toEqual(['complete', chatId])
  await engine.close()
})
