import type { Message, MessageId } from '@stet/history'
import { createWaitingTool } from '@stet/tools/testing'
import { expect, it } from 'vitest'
import {
  calling,
  createMemoryDirectories,
  createScriptedModels,
  newKey,
  offering,
  openMemoryHome,
  openPage,
  openTestEngine,
  type Script,
  saying,
  scriptedSettings,
  writeChat,
} from '../../testing/index.ts'

async function open(script: Script = () => saying('Yes.')) {
  const home = openMemoryHome()
  const settings = { ...scriptedSettings, tools: offering('wait') }
  const chatId = await writeChat(home.store, { title: { text: 'Named', by: 'person' }, settings })
  const directories = createMemoryDirectories({ '/app': 'Be brief.', '/docs': '', '/notes': 'No secrets.' })
  const models = createScriptedModels(script)
  const gate = Promise.withResolvers<void>()
  const tools = [createWaitingTool(() => gate.promise)]
  const { engine, logged } = await openTestEngine(home, { models, directories, tools })
  const page = openPage(engine, chatId)
  await page.until(() => true)
  const expose = (path: string) => engine.expose({ key: newKey(), chatId, path })
  const unexpose = (path: string) => engine.unexpose({ key: newKey(), chatId, path })
  async function say(text: string, parentId: MessageId | null) {
    const sent = await engine.send({ key: newKey(), chatId, parentId, text })
    const view = await page.untilEnded(sent.runId)
    return { ...sent, view }
  }
  return { home, chatId, directories, models, gate, engine, logged, page, expose, unexpose, say }
}

function notesIn(path: readonly Message[]) {
  return path.flatMap(message => {
    if (message.role !== 'env-changed') return []
    const { roots, added, removed, directives } = message
    return [{ roots, added, removed, directives }]
  })
}

const roles = (path: readonly Message[]) => path.map(({ role }) => role)

it('[H8] exposing shows at once as a note, and becomes one message right before the next one, with all roots and the new directives', async () => {
  const { engine, chatId, models, page, expose, unexpose, say } = await open()
  const first = await say('Hello', null)
  await expose('/docs')
  await expose('/app/')
  await expose('/notes')
  await unexpose('/notes')
  const pending = { roots: ['/docs', '/app'], added: ['/docs', '/app'], removed: [] }
  const noted = await page.until(({ chat }) => chat.roots.length === 2 && chat.roots.includes('/app'))
  expect([noted.pendingEnvironment, roles(noted.path)]).toEqual([pending, ['user', 'assistant']])
  expect(await engine.view(chatId)).toEqual(noted)
  const second = await say('And now?', first.answerId)
  expect(roles(second.view.path)).toEqual(['user', 'assistant', 'env-changed', 'user', 'assistant'])
  expect(notesIn(second.view.path)).toEqual([
    { ...pending, directives: [{ path: '/app/AGENTS.md', text: 'Be brief.' }] },
  ])
  expect([second.view.pendingEnvironment, await engine.view(chatId)]).toEqual([null, second.view])
  expect(second.messageId).toBe(second.view.path[3]?.id)
  const sent = models.calls[1]?.request.messages[2]
  expect(sent).toMatchObject({ role: 'user', messageId: second.view.path[2]?.id })
  await unexpose('/docs')
  const third = await say('Still?', second.answerId)
  expect(notesIn(third.view.path)[1]).toEqual({ roots: ['/app'], added: [], removed: ['/docs'], directives: [] })
  await engine.close()
})

it('[H8] a directory that was exposed and hidden again before the next message makes none', async () => {
  const { engine, page, expose, unexpose, say } = await open()
  await expose('/app')
  await page.until(({ pendingEnvironment }) => pendingEnvironment !== null)
  await unexpose('/app')
  await page.until(({ pendingEnvironment }) => pendingEnvironment === null)
  const { view } = await say('Hello', null)
  expect(roles(view.path)).toEqual(['user', 'assistant'])
  await engine.close()
})

it('[H8] [H4] each branch gets the announcement that its own path lacks', async () => {
  const { engine, chatId, page, expose, say } = await open()
  const first = await say('Hello', null)
  await expose('/app')
  const published = await say('Told', first.answerId)
  expect(published.view.pendingEnvironment).toBeNull()
  const beside = await say('Beside', first.answerId)
  expect(roles(beside.view.path)).toEqual(['user', 'assistant', 'env-changed', 'user', 'assistant'])
  expect(beside.view.siblings[beside.view.path[2]?.id ?? 'msg_']).toHaveLength(2)
  const edited = await say('Told otherwise', published.view.path[2]?.id ?? null)
  expect(roles(edited.view.path)).toEqual(['user', 'assistant', 'env-changed', 'user', 'assistant'])
  const { runId } = await engine.retry({ key: 'retry', chatId, messageId: first.messageId })
  const again = await page.untilEnded(runId)
  expect(again.pendingEnvironment).toEqual({ roots: ['/app'], added: ['/app'], removed: [] })
  expect(await engine.view(chatId)).toEqual(again)
  await engine.close()
})

it('[H8] [V3] a page that shows the end of a long chat knows what was announced above it', async () => {
  const { home, engine, chatId, expose, unexpose, say } = await open()
  await expose('/app')
  let last = await say('0', null)
  for (let cycle = 1; cycle < 55; cycle += 1) last = await say(`${cycle}`, last.answerId)
  const view = await engine.view(chatId)
  expect([view.earlier, notesIn(view.path), view.rootsAbove, view.pendingEnvironment]).toEqual([
    true,
    [],
    ['/app'],
    null,
  ])
  await unexpose('/app')
  const { engine: next } = await openTestEngine(home)
  expect((await next.view(chatId)).pendingEnvironment).toEqual({ roots: [], added: [], removed: ['/app'] })
  await next.close()
  await engine.close()
})

it('[H8] [R10] a change is announced once, before the message that waited', async () => {
  const { engine, chatId, gate, page, expose } = await open(({ request }) =>
    request.messages.length === 1 ? calling([{ tool: 'wait', input: { text: 'rain' } }]) : saying('Done.'),
  )
  const first = await engine.send({ key: 'one', chatId, parentId: null, text: 'Go' })
  await page.until(view => Object.keys(view.progress).length === 1)
  await expose('/app')
  for (const text of ['Also', 'And']) {
    await engine.send({ key: text, chatId, parentId: first.messageId, text })
  }
  gate.resolve()
  const { path, pendingEnvironment } = await page.untilEnded(first.runId)
  expect([roles(path), pendingEnvironment]).toEqual([
    ['user', 'assistant', 'tool-results', 'env-changed', 'user', 'user', 'assistant'],
    null,
  ])
  await engine.close()
})

it('[X1] [H8] the inspector shows the note that sending would add', async () => {
  const { engine, chatId, expose, say } = await open()
  const first = await say('Hello', null)
  const before = await engine.inspect({ chatId, context: null, text: 'Next' })
  await expose('/app')
  const after = await engine.inspect({ chatId, context: null, text: 'Next' })
  expect(after.report.messages.length - before.report.messages.length).toBe(1)
  expect((await engine.view(chatId)).path.at(-1)?.id).toBe(first.answerId)
  await engine.close()
})

it('[FT-1] refuses what is no directory, in the words of the home, and one that was never exposed; one that is gone can be hidden', async () => {
  const { engine, chatId, directories, expose, unexpose, say } = await open()
  await expect(expose('/etc/../secret')).rejects.toMatchObject({
    code: 'directory-refused',
    field: 'path',
    message: 'there is no directory /etc/../secret',
  })
  await expect(unexpose('/docs')).rejects.toMatchObject({ code: 'invalid', field: 'path' })
  await expose('/app')
  await expose('/app')
  directories.there.delete('/app')
  await expect(say('Hello', null)).rejects.toMatchObject({
    code: 'directory-refused',
    message: expect.stringMatching(/^the directory \/app is exposed and cannot be read: there is no directory/),
  })
  expect((await engine.view(chatId)).path).toEqual([])
  await unexpose('/app')
  expect((await engine.view(chatId)).chat.roots).toEqual([])
  expect(roles((await say('Hello', null)).view.path)).toEqual(['user', 'assistant'])
  await engine.close()
})

it('[H8] a run continues when a directory cannot be read at its step’s end; it is announced later', async () => {
  const { engine, chatId, directories, gate, logged, page, expose } = await open(({ request }) =>
    request.messages.length === 1 ? calling([{ tool: 'wait', input: { text: 'rain' } }]) : saying('Done.'),
  )
  const first = await engine.send({ key: 'one', chatId, parentId: null, text: 'Go' })
  await page.until(view => Object.keys(view.progress).length === 1)
  await expose('/app')
  await engine.send({ key: 'also', chatId, parentId: first.messageId, text: 'Also' })
  directories.there.delete('/app')
  gate.resolve()
  const { path, pendingEnvironment } = await page.untilEnded(first.runId)
  expect(roles(path)).toEqual(['user', 'assistant', 'tool-results', 'user', 'assistant'])
  expect(pendingEnvironment?.added).toEqual(['/app'])
  expect(logged.map(({ message }) => message)).toEqual(['a change of directories could not be announced'])
  await engine.close()
})

it('[T7] a home without directories exposes none, and can still hide what another home exposed', async () => {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store, { roots: ['/elsewhere'] })
  const { engine } = await openTestEngine(home)
  const exposed = engine.expose({ key: 'a', chatId, path: '/app' })
  await expect(exposed).rejects.toMatchObject({ code: 'directory-refused' })
  await engine.unexpose({ key: 'b', chatId, path: '/elsewhere' })
  expect((await engine.view(chatId)).pendingEnvironment).toBeNull()
  await engine.close()
})

it('[FH-6] [H5] the same command acts once, and a fork keeps what is exposed', async () => {
  const { engine, chatId, unexpose, say } = await open()
  const command = { key: 'once', chatId, path: '/app' }
  await Promise.all([engine.expose(command), engine.expose(command)])
  await unexpose('/app')
  await engine.expose(command)
  expect((await engine.view(chatId)).chat.roots).toEqual([])
  await engine.expose({ ...command, key: 'more' })
  const { answerId } = await say('Hello', null)
  const forked = await engine.fork({ key: 'fork', chatId, messageId: answerId })
  const view = await engine.view(forked.chatId)
  expect([view.chat.roots, view.pendingEnvironment]).toEqual([['/app'], null])
  await engine.close()
})
