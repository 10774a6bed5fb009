import {
  newKey,
  openMemoryHome,
  openMortalHome,
  scriptedChoice,
  scriptedFacts,
  type TestEngine,
  type TestHome,
} from '@stet/engine/testing'
import { answerSettings, type ChatId, contextSettings, parseSettings, type WorkspaceId } from '@stet/history'
import { anySettings } from '@stet/history/testing'
import { CHATS_SHELF, DELETIONS_SHELF, MESSAGES_SHELF, WORKSPACES_SHELF } from '@stet/store'
import { echoTool } from '@stet/tools/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Desk } from '../desk.ts'
import { openTestDesk } from '../testing/open-test-desk.ts'

type HomeEngine = TestEngine['engine']

/** In place of the demo. */
const fallback = { ...scriptedFacts, name: 'Demo' }

function open(home: TestHome = openMemoryHome()) {
  return openTestDesk(home, { fallback, engine: { tools: [echoTool], timeZone: 'UTC' } })
}

function make(desk: Desk, name = 'Garden') {
  return desk.createWorkspace({ key: newKey(), name, icon: 'leaf' })
}

describe('a workspace', () => {
  it('[W1] is made, renamed and ordered; those that an order does not name follow', async () => {
    const { desk, engine } = await open()
    const { id: first } = await desk.workspace()
    const [garden, work] = [await make(desk), await make(desk, '  Work ')]
    await desk.changeWorkspace({ key: newKey(), workspaceId: garden.id, name: 'Allotment', icon: 'flask' })
    await desk.orderWorkspaces({ key: newKey(), workspaceIds: [work.id, first] })
    expect(await desk.workspaces()).toEqual([
      { id: work.id, name: 'Work', icon: 'leaf' },
      { id: first, name: 'My workspace', icon: 'folder' },
      { id: garden.id, name: 'Allotment', icon: 'flask' },
    ])
    await engine.close()
  })

  it('[W1] gives a new chat a copy of its settings, with the prompt rendered', async () => {
    const { desk, engine } = await open()
    const { id: workspaceId } = await make(desk)
    const tools = [{ name: 'echo', policy: 'confirm' as const, options: {} }]
    const shown = await desk.changeWorkspaceSettings({
      key: newKey(),
      workspaceId,
      systemPrompt: 'You work in {{workspace}} with {{tools}}.',
      tools,
    })
    const chat = await desk.createChat({ key: newKey(), workspaceId })
    expect(chat).toMatchObject({
      workspaceId,
      settings: { ...shown.settings, model: scriptedChoice, tools },
      prompt: { text: 'You work in Garden with echo.' },
    })
    expect((await desk.listChats({ place: 'open', limit: 10, after: null, workspaceId })).chats).toHaveLength(1)
    const { id: first } = await desk.workspace()
    expect((await desk.listChats({ place: 'open', limit: 10, after: null, workspaceId: first })).chats).toEqual([])
    await engine.close()
  })

  it('[W1] [FH-11] has its chats in one list with those of the others, page by page', async () => {
    const { desk, engine } = await open()
    const workspaces = [(await desk.workspace()).id, (await make(desk)).id, (await make(desk)).id]
    const made: ChatId[] = []
    for (let number = 0; number < 11; number += 1) {
      const workspaceId = workspaces[(number * number) % 3]
      made.unshift((await desk.createChat({ key: newKey(), ...(workspaceId && { workspaceId }) })).id)
    }
    const listed: string[] = []
    let after: string | null = null
    do {
      const page: Awaited<ReturnType<Desk['listChats']>> = await desk.listChats({ place: 'open', limit: 3, after })
      listed.push(...page.chats.map(each => (each.kind === 'chat' ? each.chat.id : each.id)))
      after = page.next
    } while (after !== null)
    expect(listed).toEqual(made)
    await engine.close()
  })

  it('[W1] refuses a prompt, a tool option or a model that no chat could have, and changes nothing', async () => {
    const { desk, engine } = await open()
    const { id: workspaceId, settings } = await make(desk)
    const twice = [0, 1].map(() => ({ name: 'echo', policy: null, options: {} }))
    const change = (part: object) => desk.changeWorkspaceSettings({ key: newKey(), workspaceId, ...part })
    await expect(change({ systemPrompt: '{{dat}}' })).rejects.toMatchObject({ code: 'invalid', field: 'systemPrompt' })
    await expect(change({ tools: twice })).rejects.toMatchObject({ code: 'invalid', field: 'tools' })
    const gone = { definition: 'gone', model: 'm' }
    await expect(change({ model: gone })).rejects.toMatchObject({ code: 'model-not-found', field: 'model' })
    const missing: WorkspaceId = `ws_${'b'.repeat(32)}`
    await expect(desk.createChat({ key: newKey(), workspaceId: missing })).rejects.toMatchObject({
      code: 'workspace-not-found',
    })
    expect((await desk.workspaceOf(workspaceId)).settings).toEqual(settings)
    await engine.close()
  })

  it('[S7] keeps the settings that an older page does not know', async () => {
    const { desk, engine } = await open()
    const { id: workspaceId, settings } = await make(desk)
    const context = { resultLimit: 500 }
    expect((await desk.inspectWorkspace(workspaceId, { context })).context).toEqual({ ...settings.context, ...context })
    const changed = await desk.changeWorkspaceSettings({
      key: newKey(),
      workspaceId,
      context,
      answer: { temperature: 0.5 },
    })
    expect(changed.settings).toEqual({
      ...settings,
      context: { ...settings.context, resultLimit: 500 },
      answer: { ...settings.answer, temperature: 0.5 },
    })
    await engine.close()
  })

  it('[W1] says what the first request of a new chat sends, with settings that are tried', async () => {
    const { desk, engine } = await open()
    const { id } = await make(desk)
    const used = async (tried: Parameters<Desk['inspectWorkspace']>[1]) =>
      (await desk.inspectWorkspace(id, tried)).report.budget.used
    const [bare, prompted] = [await used({}), await used({ systemPrompt: 'Be brief. '.repeat(40) })]
    expect([bare.total, prompted.prompt > 50]).toEqual([0, true])
    expect(await desk.workspacePromptValues(id)).toMatchObject({ workspace: 'Garden', tools: 'none' })
    await engine.close()
  })

  it('[W1] [R2] never changes a chat that exists, whatever is changed in it', async () => {
    const contexts = anySettings(contextSettings).filter(
      given => parseSettings(contextSettings, given).kind === 'parsed',
    )
    const answers = anySettings(answerSettings).filter(given => parseSettings(answerSettings, given).kind === 'parsed')
    const changes = fc.record(
      {
        systemPrompt: fc.constantFrom('', 'Be brief.', 'On {{date}} in {{workspace}}'),
        context: contexts,
        answer: answers,
        tools: fc.constantFrom([], [{ name: 'echo', policy: 'auto' as const, options: {} }]),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 6 }), async given => {
        const { desk, engine } = await open()
        const { id: workspaceId } = await make(desk)
        const before: Awaited<ReturnType<Desk['createChat']>>[] = []
        for (const change of given) {
          before.push(await desk.createChat({ key: newKey(), workspaceId }))
          const { settings } = await desk.changeWorkspaceSettings({ key: newKey(), workspaceId, ...change })
          expect(settings).toMatchObject(change)
          await desk.changeWorkspace({ key: newKey(), workspaceId, name: `Garden ${before.length}`, icon: 'pen' })
        }
        const after = await Promise.all(before.map(async ({ id }) => (await engine.view(id)).chat))
        expect(after).toEqual(before)
        await engine.close()
      }),
      { numRuns: 30 },
    )
  })
})

describe('a chat of a workspace', () => {
  it('[W1] takes the settings of its workspace again, one group at a time', async () => {
    const { desk, engine } = await open()
    const { id: workspaceId } = await make(desk)
    const { id: chatId } = await desk.createChat({ key: newKey(), workspaceId })
    await engine.changeSystemPrompt({ key: newKey(), chatId, text: 'My own.' })
    const { settings } = await desk.workspaceOf(workspaceId)
    const answer = { ...settings.answer, temperature: 0.5 }
    await desk.changeWorkspaceSettings({ key: newKey(), workspaceId, systemPrompt: 'In {{workspace}}.', answer })
    await engine.takeWorkspaceSettings({ key: newKey(), chatId, group: 'systemPrompt' })
    const { chat } = await engine.view(chatId)
    expect([chat.settings.systemPrompt, chat.prompt?.text, chat.settings.answer.temperature]).toEqual([
      'In {{workspace}}.',
      'In Garden.',
      null,
    ])
    await engine.takeWorkspaceSettings({ key: newKey(), chatId, group: 'answer' })
    expect((await engine.view(chatId)).chat.settings.answer).toEqual(answer)
    await expect(engine.takeWorkspaceSettings({ key: newKey(), chatId, group: 'model' })).rejects.toMatchObject({
      code: 'model-not-found',
      message: 'No model is chosen in Garden.',
    })
    await engine.close()
  })

  it('[W1] moves to another workspace with everything but its settings', async () => {
    const { desk, engine } = await open()
    const [from, to] = [await make(desk), await make(desk, 'Work')]
    await desk.changeWorkspaceSettings({ key: newKey(), workspaceId: to.id, systemPrompt: 'Work hard.' })
    const { id: chatId } = await desk.createChat({ key: newKey(), workspaceId: from.id })
    await engine.moveChat({ key: newKey(), chatId, workspaceId: to.id })
    const listed = async (workspaceId: WorkspaceId) =>
      (await desk.listChats({ place: 'open', limit: 10, after: null, workspaceId })).chats.length
    expect([await listed(from.id), await listed(to.id)]).toEqual([0, 1])
    expect((await engine.view(chatId)).chat).toMatchObject({ workspaceId: to.id, settings: { systemPrompt: '' } })
    const nowhere: WorkspaceId = `ws_${'b'.repeat(32)}`
    await expect(engine.moveChat({ key: newKey(), chatId, workspaceId: nowhere })).rejects.toMatchObject({
      code: 'workspace-not-found',
    })
    await engine.close()
  })
})

describe('deleting a workspace', () => {
  async function fill(desk: Desk, engine: HomeEngine, workspaceId: WorkspaceId): Promise<void> {
    for (let number = 0; number < 4; number += 1) {
      const { id: chatId } = await desk.createChat({ key: newKey(), workspaceId })
      await engine.rename({ key: newKey(), chatId, title: 'Named' })
      await say(engine, chatId)
    }
  }

  async function say(engine: HomeEngine, chatId: ChatId): Promise<void> {
    const ended = new AbortController()
    const { runId } = await engine.send({ key: newKey(), chatId, parentId: null, text: 'Hello' })
    for await (const { event } of engine.watch({ chats: [chatId], lastEventId: null, signal: ended.signal })) {
      const isEnded = event.kind === 'run-ended' && event.runId === runId
      if (isEnded || (event.kind === 'snapshot' && event.view.runs.length === 0)) ended.abort()
    }
  }

  it('[W1] says what is deleted, deletes it, and leaves the other workspaces alone', async () => {
    const { desk, engine, home } = await open()
    const [gone, kept] = [await make(desk), await make(desk, 'Work')]
    await fill(desk, engine, gone.id)
    await fill(desk, engine, kept.id)
    expect(await desk.workspaceContents(gone.id)).toEqual({ chats: 4, more: false, running: 0, files: 0 })
    await desk.deleteWorkspace({ key: 'delete', workspaceId: gone.id })
    await desk.deleteWorkspace({ key: 'delete', workspaceId: gone.id })
    expect((await desk.workspaces()).map(({ name }) => name)).toEqual(['My workspace', 'Work'])
    await engine.deletionsSettled()
    await expectGone(home, gone.id, 4)
    await expect(desk.deleteWorkspace({ key: newKey(), workspaceId: (await desk.workspace()).id })).rejects.toThrow(
      'The first workspace cannot be deleted',
    )
    await engine.close()
  })

  it.each(Array.from({ length: 20 }, (_, index) => index + 1))(
    '[W1] [S7] is continued by the next process when this one is killed at write %i',
    async writes => {
      const { home, left, kill } = openMortalHome()
      const { desk, engine } = await open(home)
      const { id } = await make(desk)
      await fill(desk, engine, id)
      // The workspace is gone with the first write, and acknowledged: everything after that has to happen.
      let counted = 0
      const { write } = home.store
      Object.assign(home.store, {
        write: async (...given: Parameters<typeof write>) => {
          counted += 1
          if (counted > writes) kill()
          return write(...given)
        },
      })
      await desk.deleteWorkspace({ key: 'delete', workspaceId: id })
      if (writes > 1) await Promise.race([engine.deletionsSettled(), untilWrites(() => counted > writes)])
      kill()
      const next = await open(left)
      await next.desk.deleteWorkspace({ key: 'delete', workspaceId: id })
      await next.engine.deletionsSettled()
      await expectGone(left, id, 0)
      await next.engine.close()
    },
  )

  async function untilWrites(isDone: () => boolean): Promise<void> {
    while (!isDone()) await new Promise(resolve => setTimeout(resolve, 0))
  }

  async function expectGone({ store }: TestHome, workspaceId: WorkspaceId, chats: number): Promise<void> {
    expect(await store.get(WORKSPACES_SHELF, workspaceId)).toBeNull()
    const latest = new Map(
      (await store.changes(0, 100_000)).map(change => {
        const id = change.kind === 'put' ? change.row.id : change.id
        return [`${change.shelf}/${id}`, change] as const
      }),
    )
    const left = [...latest.values()].filter(({ kind }) => kind === 'put').map(({ shelf }) => shelf)
    const count = (shelf: string) => left.filter(each => each === shelf).length
    expect([count(CHATS_SHELF), count(MESSAGES_SHELF), count(DELETIONS_SHELF)]).toEqual([chats, chats * 2, 0])
  }
})
