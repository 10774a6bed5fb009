import type { MessageId } from '@stet/history'
import { expect, it } from 'vitest'
import { openMemoryHome, openPage, openTestEngine, writeChat } from '../../testing/index.ts'
import { createDraftWriter } from '../live/draft-writer.ts'
import { createLiveRun, createLiveRuns } from '../live/live-runs.ts'
import { checkParent } from './check-parent.ts'

it('[R10] finds an answer being written anywhere on the path to a message, and none beside it', async () => {
  const { store, journal } = openMemoryHome()
  const chatId = await writeChat(store, { title: { text: 'Named', by: 'person' } })
  const { engine } = await openTestEngine({ store, journal })
  const page = openPage(engine, chatId)
  const path: MessageId[] = []
  for (const text of ['First', 'Second', 'Third']) {
    const sent = await engine.send({ key: text, chatId, parentId: path.at(-1) ?? null, text })
    await page.untilEnded(sent.runId)
    path.push(sent.messageId, sent.answerId)
  }
  page.leave()

  /** Whether each message of the path can be answered, while one of them is being answered again. */
  async function canBeAnswered(running: number): Promise<readonly boolean[]> {
    const live = createLiveRuns()
    const model = { definition: 'scripted', model: 'one' }
    const parentId = path[running] ?? 'msg_'
    const draft = { runId: 'run_new', messageId: 'msg_new', parentId, startedAt: 0, model } as const
    live.add(
      createLiveRun(
        createDraftWriter(chatId, draft, () => 0),
        chatId,
      ),
    )
    return Promise.all(
      path.map(parentId =>
        checkParent({ store, live }, chatId, parentId).then(
          () => true,
          error => error.code !== 'run-active',
        ),
      ),
    )
  }

  expect(await canBeAnswered(2)).toEqual([true, true, false, false, false, false])
  expect(await canBeAnswered(4)).toEqual([true, true, true, true, false, false])
  await engine.close()
})
