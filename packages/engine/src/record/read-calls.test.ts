import { CALLS_SHELF, WAITING_SHELF } from '@stet/store'
import { createLineTool } from '@stet/tools/testing'
import { expect, it } from 'vitest'
import { calling, lastTexts, openToolChat, saying, type TestHome, transcriptOf } from '../testing/index.ts'

/** A call that waits for the user. */
async function openUndecided() {
  const chat = await openToolChat({
    tools: [createLineTool(async () => undefined)],
    script: call =>
      call.request.messages.length === 1
        ? calling([{ tool: 'append_line', input: { text: 'one' } }])
        : saying(lastTexts(call).join('')),
  })
  const view = await chat.ask()
  const call = Object.values(view.calls)[0]
  if (call === undefined) throw new Error('the answer makes a call')
  return { ...chat, call }
}

async function spoil({ store }: TestHome, shelf: string, id: string) {
  const row = await store.get(shelf, id)
  if (row === null) throw new Error(`${id} is there`)
  const { parent, order, version, refs } = row
  await store.write([{ kind: 'put', shelf, id, parent, order, expect: version, refs, body: Uint8Array.of(0x7b) }])
}

it('[FS-7] a call that cannot be read is logged, costs itself alone, and does not keep the chat from continuing', async () => {
  const { engine, chatId, home, page, call, logged, ask } = await openUndecided()
  await spoil(home, CALLS_SHELF, call.id)
  expect((await engine.view(chatId)).calls).toEqual({})
  const approval = engine.approve({ key: 'yes', chatId, callId: call.id, hash: call.hash, always: false })
  await expect(approval).rejects.toMatchObject({ code: 'call-not-found' })
  await ask({ parentId: call.messageId, text: 'And?' })
  const { path } = await engine.view(chatId)
  expect(transcriptOf(await page.until(now => now.path.length === path.length))).toEqual([
    'user: Go',
    'assistant: tool-call',
    'results: unknown (What became of this call cannot be read any more.)',
    'user: And?',
    'assistant: And?',
  ])
  expect(new Set(logged.map(({ level, message, facts }) => [level, message, facts.callId].join(' ')))).toEqual(
    new Set([`error a call cannot be read ${call.id}`]),
  )
  await engine.close()
})

it('[FS-7] a message that waits and cannot be read is logged, and is not shown', async () => {
  const { engine, chatId, home, call, logged } = await openUndecided()
  const at = { chatId, runId: 'run_a', below: call.messageId } as const
  const body = new TextEncoder().encode(JSON.stringify({ format: 1, record: { ...at, id: 'msg_w', at: 7 } }))
  await home.store.write([
    { kind: 'put', shelf: WAITING_SHELF, id: 'msg_w', parent: chatId, order: 'next', expect: 0, refs: [], body },
  ])
  expect((await engine.view(chatId)).waiting).toEqual([])
  expect(logged.map(({ message, facts }) => [message, facts.messageId])).toEqual([
    ['a waiting message cannot be read', 'msg_w'],
  ])
  await engine.close()
})
