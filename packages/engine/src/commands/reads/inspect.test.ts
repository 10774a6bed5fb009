import type { ChatCommand } from '@stet/commands'
import { createTokenCounts, MESSAGE_OVERHEAD } from '@stet/context'
import type { ChatId, ContextSettings, Lift, MessageId, ModelRequest } from '@stet/history'
import { answered, asked, called, chatHistories, createHistoryBuilder, request, resulted } from '@stet/history/testing'
import { ModelError } from '@stet/models'
import { blobId, readNewestLeaf, type Store, toAttachmentPut } from '@stet/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Engine, Inspection, TriedChoices } from '../../engine.ts'
import {
  createScriptedModels,
  messagesIn,
  openMemoryHome,
  openPage,
  openTestEngine,
  type ScriptedModels,
  saying,
  scriptedFacts,
  scriptedSettings,
  writeChat,
  writeHistory,
} from '../../testing/index.ts'

const { context: defaults } = scriptedSettings
const forgetting: ContextSettings = { ...defaults, toolMemory: { mode: 'forget', afterConclusions: 0 } }
const tight: ContextSettings = { ...defaults, maxPromptTokens: 256, reservedResponseTokens: 200 }

/** A question, a step of tools, a conclusion. */
async function openChat() {
  const home = openMemoryHome()
  const history = createHistoryBuilder()
  const callId = history.ids.call()
  const question = history.add(null, asked('What is in the file?'))
  const call = history.add(question, called([callId]))
  const result = history.add(call, resulted([callId]))
  const answer = history.add(result, answered('Ferns.'))
  await writeHistory(home.store, { chat: history.chat(), messages: history.messages() })
  const models = createScriptedModels(() => saying('An answer.'))
  const opened = await openTestEngine(home, { models })
  return { ...home, ...opened, models, chatId: history.chatId, path: { question, call, result, answer } }
}

/** Sends, and gives what the model was then shown. */
async function requestOf(engine: Engine, models: ScriptedModels, command: ChatCommand<'send'>) {
  const { chatId } = command
  const page = openPage(engine, chatId)
  const { messageId, runId } = await engine.send(command)
  const { questions } = await page.untilEnded(runId)
  if (questions.length > 0) {
    const decided = await engine.decideSummary({ key: 'decide', chatId, runId, choice: 'summarise' })
    await page.untilEnded(decided.runId)
  }
  page.leave()
  const call = models.calls.find(({ purpose }) => purpose === 'answer')
  if (call === undefined) throw new Error('the model was not asked')
  return { messageId, request: call.request }
}

/** What of a report is sent, by id; `next` is the message that is about to be. */
function sentIn({ report, nextMessageId }: Inspection): readonly (readonly [string, string])[] {
  return report.messages.flatMap(({ messageId, form }) =>
    form === null ? [] : [[messageId === nextMessageId ? 'next' : messageId, form] as const],
  )
}

function sentBy({ messages }: ModelRequest, next: MessageId): readonly (readonly [string, string])[] {
  return messages.flatMap(({ messageId, form }) =>
    messageId === null ? [] : [[messageId === next ? 'next' : messageId, form] as const],
  )
}

/** What is written only when it is sent, such as a note about directories, has another id each time. */
function unnamed(sent: readonly (readonly [string, string])[], known: ReadonlySet<string>) {
  return sent.map(([id, form]) => [id === 'next' || known.has(id) ? id : 'new', form])
}

/** Of a request without tools that no message goes native in, counted from what it holds. */
function tokensIn({ system, messages }: ModelRequest): number {
  const counts = createTokenCounts()
  let total = 0
  for (const { text } of system) total += counts.text(text)
  for (const message of messages) {
    if (message.form === 'native') throw new Error(`${message.messageId} goes native`)
    total += MESSAGE_OVERHEAD
    for (const part of message.parts) total += counts.part(part)
  }
  return total
}

function withoutId({ nextMessageId, ...inspection }: Inspection): unknown {
  return JSON.parse(JSON.stringify(inspection).replaceAll(nextMessageId, 'next'))
}

function changesIn(store: Store): Promise<unknown> {
  return store.changes(0, 100_000)
}

const fates = ({ report }: Inspection) => report.messages.map(({ fate }) => fate)

describe('what an inspection shows', () => {
  it('[C17] is every message with its fate, and the totals of the request that is then sent', async () => {
    const { engine, models, chatId, path } = await openChat()
    const inspection = await engine.inspect({ chatId, context: null, text: 'And mosses?' })
    const { report, nextMessageId } = inspection
    expect(report.messages.map(({ messageId, fate }) => [messageId, fate])).toEqual([
      [path.question, 'sent'],
      [path.call, 'sent'],
      [path.result, 'sent'],
      [path.answer, 'sent'],
      [nextMessageId, 'sent'],
    ])
    const command = { key: 'k', chatId, parentId: path.answer, text: 'And mosses?' }
    const { messageId, request } = await requestOf(engine, models, command)
    await engine.close()
    expect(sentBy(request, messageId)).toEqual(sentIn(inspection))
    expect(report.budget.used.total).toBe(tokensIn(request))
  })

  it('[C17] counts what is in the composer, and shows a chat with nothing in it yet', async () => {
    const home = openMemoryHome()
    const chatId = await writeChat(home.store)
    const { engine } = await openTestEngine(home)
    const tokens = async (text: string) => {
      const { report, nextMessageId } = await engine.inspect({ chatId, context: null, text })
      return report.messages.map(({ messageId, tokensBefore }) => [messageId === nextMessageId, tokensBefore])
    }
    const [[, little = 0] = []] = await tokens('Hello')
    const [[, more = 0] = []] = await tokens('Hello to you and to all the others')
    expect([typeof little, Number(more) > Number(little)]).toEqual(['number', true])
    expect(await tokens(' ')).toEqual([])
  })

  it('[C17] does not count an empty composer, in the totals nor in what another setting saves', async () => {
    const { engine, chatId } = await openChat()
    const empty = await engine.inspect({ chatId, context: forgetting, text: '' })
    const one = await engine.inspect({ chatId, context: null, text: '' })
    await engine.close()
    const { used } = empty.report.budget
    expect(used.messages).toBe(empty.report.messages.reduce((sum, { tokensAfter }) => sum + tokensAfter, 0))
    expect(empty.change?.tokens).toEqual({ before: one.report.budget.used.total, after: used.total })
  })

  it('[C17] [C9] is what the next run really sends, or why nothing is, in any chat with any settings', async () => {
    const settings = fc.constantFrom<ContextSettings>(
      defaults,
      forgetting,
      tight,
      { ...defaults, maxPromptTokens: 2000, previousCycles: 'strip', resultLimit: 200, reasoning: 'none' },
      { ...defaults, maxPromptTokens: 100_000_000, reasoning: { lastCycles: 1 }, cache: 'cached' },
    )
    const text = fc.oneof(
      fc.constant('And mosses?'),
      fc.string({ minLength: 1 }).filter(given => given.trim() !== ''),
    )
    await fc.assert(
      fc.asyncProperty(chatHistories({ maxActs: 10 }), settings, text, async (history, context, said) => {
        const home = openMemoryHome()
        await writeHistory(home.store, history)
        const models = createScriptedModels(() => saying('An answer.'))
        const { engine } = await openTestEngine(home, { models })
        const { id: chatId, tip } = history.chat
        await engine.changeContext({ key: 'set', chatId, context })
        const inspection = await engine.inspect({ chatId, context: null, text: said })
        const before = await changesIn(home.store)
        const parentId = await readNewestLeaf(home.store, chatId, tip)
        const command = { key: 'send', chatId, parentId, text: said }
        if (inspection.compaction.kind === 'planned') {
          const { request } = await requestOf(engine, models, command)
          const { price } = inspection.compaction
          const asked = models.calls.filter(({ purpose }) => purpose === 'summary').length
          const isMade = (await messagesIn(home.store, chatId)).some(
            message => message.role === 'summary' && message.form === 'prose',
          )
          if (isMade) expect(asked).toBe(price?.requests)
          expect(tokensIn(request)).toBeLessThanOrEqual(inspection.report.budget.budget)
        } else if (inspection.fits) {
          const { messageId, request } = await requestOf(engine, models, command)
          const known = new Set<string>(history.messages.map(({ id }) => id))
          expect(unnamed(sentBy(request, messageId), known)).toEqual(unnamed(sentIn(inspection), known))
          expect(inspection.report.budget.used.total).toBe(tokensIn(request))
        } else {
          await expect(engine.send(command)).rejects.toMatchObject({ code: 'cannot-fit', message: inspection.because })
          expect([await changesIn(home.store), models.calls]).toEqual([before, []])
        }
        await engine.close()
      }),
      { numRuns: 20 },
    )
  }, 60_000)
})

describe('what if', () => {
  it('[C17] [C3] shows what other settings would change, and changes nothing', async () => {
    const { engine, store, chatId, path } = await openChat()
    const before = await changesIn(store)
    const own = await engine.inspect({ chatId, context: null, text: 'Next' })
    const other = await engine.inspect({ chatId, context: forgetting, text: 'Next' })
    expect([own.context, own.change, other.context]).toEqual([defaults, null, forgetting])
    expect(fates(other)).toEqual(['sent', 'forgotten', 'forgotten', 'sent', 'sent'])
    expect(
      other.change?.messages.map(({ messageId, before: was, after }) => [messageId, was?.fate, after?.fate]),
    ).toEqual([path.call, path.result].map(id => [id, 'sent', 'forgotten']))
    expect(other.change?.tokens).toEqual({
      before: own.report.budget.used.total,
      after: other.report.budget.used.total,
    })
    expect(await changesIn(store)).toEqual(before)
    expect((await engine.view(chatId)).chat.settings.context).toEqual(defaults)
  })

  it('[C17] comes true when the chat is set so', async () => {
    const { engine, chatId } = await openChat()
    const asIf = await engine.inspect({ chatId, context: forgetting, text: 'Next' })
    await engine.changeContext({ key: 'set', chatId, context: forgetting })
    const own = await engine.inspect({ chatId, context: null, text: 'Next' })
    expect(withoutId(own)).toEqual(withoutId({ ...asIf, change: null }))
  })

  it('[X1] shows what other answer settings, another wording and another document would change, and comes true', async () => {
    const { engine, store, chatId } = await openChat()
    const bytes = new TextEncoder().encode(SENTENCE.repeat(20))
    const blob = await blobId(bytes)
    await store.blobs.put(blob, bytes, 1)
    const file = { id: blob, name: 'notes.md', mediaType: 'text/plain', size: bytes.length, at: 1, extracted: null }
    await store.write([toAttachmentPut(file, 0)])
    const documents = [{ blob, name: 'notes.md', path: null }]
    const wording = { messageFormat: 'template', messageTemplate: `${SENTENCE} {{text}}` } as const
    const answer = { outputLimit: 700 }
    const ask = (tried: TriedChoices | undefined) => engine.inspect({ chatId, context: null, text: 'Next', tried })
    const own = await ask(undefined)
    const before = await changesIn(store)
    const [byWording, byAnswer, byDocument] = [await ask({ wording }), await ask({ answer }), await ask({ documents })]
    expect(await changesIn(store)).toEqual(before)
    expect(
      [byWording, byAnswer, byDocument].map(({ report }) => report.budget.used.total > own.report.budget.used.total),
    ).toEqual([true, false, true])
    expect([own, byAnswer].map(({ report }) => report.budget.reserved)).toEqual([512, 700])

    await engine.changeWording({ key: 'wording', chatId, wording })
    await engine.changeAnswerSettings({ key: 'answer', chatId, answer })
    await engine.changeDocuments({ key: 'documents', chatId, documents })
    const set = await ask(undefined)
    const added = (other: Inspection) => other.report.budget.used.total - own.report.budget.used.total
    expect(added(set)).toBe(added(byWording) + added(byDocument))
    expect(set.report.budget.reserved).toBe(700)
    await expect(ask({ wording: { messageFormat: 'template', messageTemplate: '{{tide}}' } })).rejects.toThrow('tide')
    await expect(ask({ documents: [{ blob: 'a'.repeat(64), name: 'gone.md', path: null }] })).rejects.toThrow('gone.md')
  })

  it('[X1] the bytes of the next request are shown up to 300 kB; above that they are given whole when they are asked for', async () => {
    const { engine, chatId } = await openChat()
    const context = { ...defaults, maxPromptTokens: 1_000_000 }
    const text = SENTENCE.repeat(Math.ceil(300_000 / SENTENCE.length))
    const short = (await engine.nextBytes({ chatId, context, text: 'Next' })).sent
    const long = (await engine.nextBytes({ chatId, context, text })).sent
    const whole = (await engine.nextBytes({ chatId, context, text, whole: true })).sent
    expect(new TextEncoder().encode(short?.body ?? '').length).toBe(short?.bytes)
    expect([long?.body, (long?.bytes ?? 0) > 300_000]).toEqual([null, true])
    expect(whole?.body).toContain(text)
    expect(new TextEncoder().encode(whole?.body ?? '').length).toBe(long?.bytes)
  })

  it('[C9] says what does not fit, and what the numbers would be', async () => {
    const { engine, chatId } = await openChat()
    const { fits, because, report } = await engine.inspect({ chatId, context: tight, text: 'words '.repeat(500) })
    expect([fits, report.budget.budget]).toEqual([false, 56])
    expect(because).toMatch(
      /^The request needs .* tokens, but only 56 fit: your own limit of 256 minus 200 .*your current message/,
    )
  })
})

/** So many questions and answers of about a hundred tokens each, the first of them under a summary where one is asked for. */
async function openTalk(phases: number, summarised = 0, isLifted = false) {
  const home = openMemoryHome()
  const history = createHistoryBuilder()
  const path: MessageId[] = []
  for (let turn = 0; turn < phases; turn += 1) {
    for (const facts of [asked(`Question ${turn}. ${SENTENCE}`), answered(`Answer ${turn}. ${SENTENCE}`)]) {
      path.push(history.add(path.at(-1) ?? null, facts))
    }
  }
  const covered = path[summarised * 2 - 1]
  const lifts: Lift[] = []
  if (covered !== undefined) {
    const facts = { role: 'summary', coversThrough: covered, form: 'prose', request: request(null) } as const
    const checkpoint = history.add(covered, { ...facts, parts: [{ kind: 'text', text: 'Before.' }] })
    const [, below] = path.slice(summarised * 2)
    if (isLifted && below !== undefined) lifts.push({ checkpoint, below, automaticCompaction: 'off' })
  }
  await writeHistory(home.store, { chat: history.chat({ lifts }), messages: history.messages() })
  const models = createScriptedModels(() => saying('An answer.'))
  const { engine } = await openTestEngine(home, { models })
  const inspectWith = (part: Partial<ContextSettings>) => {
    const context = { ...defaults, reservedResponseTokens: 0, ...part }
    return engine.inspect({ chatId: history.chatId, context, text: 'Next' })
  }
  return { engine, models, chatId: history.chatId, path, inspectWith }
}

describe('the report of a long chat', () => {
  it('[C17] comes in pages, with the figures of all', async () => {
    const { engine, chatId, path } = await openTalk(600)
    const wide = { ...defaults, maxPromptTokens: 1_000_000 }
    const inspect = (place: object) => engine.inspect({ chatId, context: wide, text: 'Next', ...place })
    const ids = ({ report }: Inspection) => report.messages.map(({ messageId }) => messageId)
    const last = await inspect({})
    expect([ids(last).slice(0, -1), last.page]).toEqual([
      path.slice(801),
      { from: 801, count: 1201, fates: { sent: 1201 } },
    ])
    const first = await inspect({ from: 0 })
    expect([ids(first), first.page, first.report.budget]).toEqual([
      path.slice(0, 400),
      { from: 0, count: 1201, fates: { sent: 1201 } },
      last.report.budget,
    ])
    const around = await inspect({ around: path[500] })
    expect([ids(around), around.page.from]).toEqual([path.slice(300, 700), 300])
    // A message that the request does not have, and an index behind its end.
    expect((await inspect({ around: `msg_${'z'.repeat(32)}` })).page).toEqual(last.page)
    expect((await inspect({ from: 9999 })).page).toEqual(last.page)
    for (const inspection of [last, first, around]) expect(JSON.stringify(inspection).length).toBeLessThan(300_000)
  })

  it('[C17] [C10] is small also where everything changes or is summarised', async () => {
    const { inspectWith, path } = await openTalk(1500)
    const planned = await inspectWith({ maxPromptTokens: 250_000 })
    const listed = new Set(planned.report.messages.map(({ messageId }) => messageId))
    expect(planned.compaction).toMatchObject({
      kind: 'planned',
      summarised: { count: path.length - 5, listed: path.slice(0, -5).filter(id => listed.has(id)) },
    })
    const pinned = await inspectWith({ maxPromptTokens: 1_000_000, cache: 'all-off', previousCycles: 'strip' })
    for (const inspection of [planned, pinned]) expect(JSON.stringify(inspection).length).toBeLessThan(300_000)
  })
})

const SENTENCE = 'The tide comes in twice a day, and the harbour wall must stand the higher of the two. '.repeat(5)

describe('what compaction would do first', () => {
  it('[C10] [C17] is what the run then does: the same messages are summarised, and what is left fits', async () => {
    const { engine, models, chatId, path, inspectWith } = await openTalk(10)
    const { fits, compaction, report } = await inspectWith({ maxPromptTokens: 1500 })
    expect([fits, compaction]).toMatchObject([
      false,
      { kind: 'planned', stage: 'older', summarised: { count: 15, listed: path.slice(4, 15) } },
    ])
    if (compaction.kind !== 'planned') throw new Error(compaction.kind)
    expect(compaction.tokens.after).toBeLessThanOrEqual(1500)
    expect(report.budget.budget).toBe(1500)
    const context = { ...defaults, reservedResponseTokens: 0, maxPromptTokens: 1500 }
    await engine.changeContext({ key: 'set', chatId, context })
    const command = { key: 'send', chatId, parentId: path.at(-1) ?? null, text: 'Next' }
    const { request } = await requestOf(engine, models, command)
    expect(request.messages.map(({ messageId }) => messageId)).toEqual([
      null,
      ...path.slice(15),
      (await engine.view(chatId)).chat.tip,
    ])
    expect(tokensIn(request)).toBeLessThanOrEqual(1500)
  })

  it('[C9] [C12] follows every setting that it has', async () => {
    const { inspectWith } = await openTalk(10)
    const published = async (part: Partial<ContextSettings>) => {
      const { compaction } = await inspectWith(part)
      return compaction.kind === 'planned' ? `${compaction.stage} ${compaction.summarised.count}` : compaction.kind
    }
    const at = (startAt: number, automatic = true) => ({
      compaction: { automatic, startAt, wait: false, model: null, length: null, facts: 1500 },
    })
    expect([
      await published({}),
      await published({ maxPromptTokens: 1500 }),
      await published({ maxPromptTokens: 1500, recentMessagesToKeep: 4 }),
      await published({ maxPromptTokens: 450 }),
      await published({ maxPromptTokens: 450, minRecentMessagesToKeep: 5 }),
      await published({ maxPromptTokens: 1500, ...at(1, false) }),
      await published({ maxPromptTokens: 4000, ...at(0.5) }),
    ]).toEqual(['not-due', 'older 15', 'older 17', 'fewer-recent 17', 'last-messages 19', 'off', 'older 15'])
  })

  it('[C10] reads back to the summary before, which goes in first, and no further', async () => {
    const { inspectWith, path } = await openTalk(300, 40)
    const { compaction } = await inspectWith({ maxPromptTokens: 3000 })
    // The request with the last ones is too long already, so that the report names those before them together.
    const { count } = compaction.kind === 'planned' ? compaction.summarised : { count: 0 }
    expect(compaction).toMatchObject({ kind: 'planned', takesInSummary: true })
    expect(count).toBe(path.slice(80, 595).length)
  })

  it('[C10] [C17] is planned also where many short messages are too long together', async () => {
    const { inspectWith, path } = await openTalk(300)
    const { fits, compaction } = await inspectWith({ maxPromptTokens: 30_000 })
    expect([fits, compaction]).toMatchObject([false, { kind: 'planned', summarised: { count: path.length - 5 } }])
  })

  it('[H6] [C12] is nothing where a checkpoint was lifted', async () => {
    const { inspectWith } = await openTalk(300, 40, true)
    const { compaction } = await inspectWith({ maxPromptTokens: 3000 })
    expect(compaction).toEqual({ kind: 'off', by: 'lift' })
  })
})

describe('what is refused', () => {
  const nowhere: ChatId = `chat_${'a'.repeat(32)}`

  it.each<[string, (engine: Engine, store: Store, chatId: ChatId) => Promise<unknown>]>([
    ['chat-not-found', engine => engine.inspect({ chatId: nowhere, context: null, text: '' })],
    [
      'model-not-found',
      async (engine, store) => {
        const settings = { ...scriptedSettings, model: { definition: 'x', model: scriptedFacts.model } }
        return engine.inspect({ chatId: await writeChat(store, { settings }), context: null, text: '' })
      },
    ],
  ])('is refused as %s', async (code, inspect) => {
    const { engine, store, chatId } = await openChat()
    await expect(inspect(engine, store, chatId)).rejects.toMatchObject({ code })
  })
})

describe('the tokens of the next request', () => {
  it('[C15] are counted by the provider, with the text and the settings that are tried; an error is a result', async () => {
    const home = openMemoryHome()
    const chatId = await writeChat(home.store)
    const counted: ModelRequest[] = []
    const models = {
      ...createScriptedModels(() => saying('Yes.')),
      async count({ request: asked }: { readonly request: ModelRequest }) {
        counted.push(asked)
        if (counted.length === 1) return 4321
        throw new ModelError('auth', { message: 'the key was rejected' })
      },
    }
    const { engine } = await openTestEngine(home, { models })
    const query = { chatId, context: null, text: 'How many tokens?' }
    expect(await engine.count(query)).toEqual({ tokens: 4321, because: null })
    expect(JSON.stringify(counted[0]?.messages)).toContain('How many tokens?')
    expect(await engine.count(query)).toEqual({ tokens: null, because: 'the key was rejected' })
    const { engine: other } = await openTestEngine(openMemoryHome(), { models: createScriptedModels(() => saying('')) })
    await expect(other.count(query)).rejects.toMatchObject({ code: 'chat-not-found' })
    await Promise.all([engine.close(), other.close()])
  })
})
