import { type ChatEvent, toChatEntry } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { emptyChat, emptyView } from '../testing/empty-view.ts'
import { createNotifier } from './notifier.ts'

const chatId = 'chat_a'
const listed = (running: boolean, waiting: `msg_${string}` | null = null): ChatEvent => ({
  kind: 'chat-listed',
  chatId,
  chat: { ...toChatEntry(emptyChat(chatId)), title: { text: 'Lists', by: 'person' } },
  running,
  waiting,
})
const ended = { kind: 'run-ended', chatId, runId: 'run_1', state: { kind: 'finished' } } as unknown as ChatEvent

function createPage({ hidden = true, wanted = true } = {}) {
  const shown: string[] = []
  const notifier = createNotifier({
    isHidden: () => hidden,
    isWanted: () => wanted,
    titleOf: () => null,
    notify: (id, title, body) => shown.push(`${id} ${title}: ${body}`),
  })
  return { notifier, shown }
}

describe('the notifier', () => {
  it('[V1] says once that an answer ended, of the open chat and of others', () => {
    const { notifier, shown } = createPage()
    for (const event of [listed(true), listed(false), listed(false), ended, listed(false)]) notifier.receive(event)
    expect(shown).toEqual(['chat_a Lists: The answer is ready.'])
  })

  it('[V1] knows from a snapshot that an answer was being written before this page watched its chat', () => {
    const { notifier, shown } = createPage()
    const run = { runId: 'run_1', startedAt: 0, messageId: 'msg_1' } as const
    notifier.receive({ kind: 'snapshot', chatId, view: { ...emptyView(chatId), runs: [run] } })
    expect(shown).toEqual([])
    notifier.receive(ended)
    expect(shown).toEqual(['chat_a Stet: The answer is ready.'])
  })

  it('[V1] says that a call waits, and not that its answer ended', () => {
    const { notifier, shown } = createPage()
    for (const event of [listed(true), listed(true, 'msg_1'), listed(false, 'msg_1')]) notifier.receive(event)
    expect(shown).toEqual(['chat_a Lists: Waits for your approval.'])
  })

  it('[V1] says nothing to those who look, and remembers what others missed', () => {
    const looking = createPage({ hidden: false })
    const asked = createPage({ wanted: false })
    for (const { notifier } of [looking, asked])
      for (const event of [listed(true), listed(false)]) notifier.receive(event)
    expect([looking.shown, looking.notifier.hasMissed(), asked.shown, asked.notifier.hasMissed()]).toEqual([
      [],
      false,
      [],
      true,
    ])
  })
})
