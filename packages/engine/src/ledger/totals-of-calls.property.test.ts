import { addUsage, type ChatId, isAside, noUsage, type Usage } from '@stet/history'
import {
  fromRequestRow,
  listRows,
  modelRef,
  newWorkspace,
  REQUESTS_SHELF,
  type RequestRecord,
  type Store,
  toWorkspacePut,
} from '@stet/store'
import { delegateTool } from '@stet/tools/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  calling,
  createScriptedModels,
  lastTexts,
  listPrices,
  newKey,
  offering,
  openMemoryHome,
  openPage,
  openTestEngine,
  type Script,
  saying,
  scriptedChoice,
  scriptedFacts,
  scriptedSettings,
  type TestHome,
  writeChat,
} from '../testing/index.ts'

type Act = 'say' | 'delegate' | 'edit' | 'summarise' | 'delete' | 'fork' | 'restart'

/**
 * Every call uses another number of tokens, so that one that is lost or counted twice shows; for every third the provider reports a cost of
 * its own, at which our prices do not arrive. Delegating runs a model in a chat of its own.
 */
function openModels(calls: { count: number }) {
  const counted = (script: Script): Script =>
    async function* (call) {
      calls.count += 1
      const usage = { ...noUsage, input: 100 + calls.count, output: 2 ** (calls.count % 20) }
      const rawUsage = calls.count % 3 === 0 ? { cost: calls.count / 1000 } : null
      for await (const event of script(call)) {
        yield event.kind === 'answer-finished' ? { ...event, answer: { ...event.answer, usage, rawUsage } } : event
      }
    }
  const answer: Script = call =>
    lastTexts(call)[0]?.startsWith('Delegate') === true
      ? calling([
          { tool: 'delegate', input: { text: 'Look at ferns' } },
          { tool: 'delegate', input: { text: 'Look at moss' } },
        ])
      : saying('So it is.')
  const models = createScriptedModels(
    counted(answer),
    undefined,
    listPrices(3, 15),
    counted(() => saying('Ferns.')),
  )
  return { ...models, facts: async () => ({ ...scriptedFacts, protocol: 'openai-chat' }) }
}

async function open(home: TestHome, calls: { count: number }) {
  return (await openTestEngine(home, { models: openModels(calls), tools: [delegateTool] })).engine
}

async function readAll(store: Store): Promise<readonly RequestRecord[]> {
  const records: RequestRecord[] = []
  for await (const row of listRows(store, REQUESTS_SHELF, { by: { ref: modelRef(scriptedChoice) } })) {
    const record = fromRequestRow(row)
    if ('unreadable' in record) throw new Error(record.unreadable)
    records.push(record)
  }
  return records
}

function listNanos({ usage }: RequestRecord): number {
  return (usage?.input ?? 0) * 3000 + (usage?.output ?? 0) * 15_000
}

function reportedNanos({ rawUsage }: RequestRecord): number | null {
  const cost = rawUsage !== null && typeof rawUsage === 'object' && 'cost' in rawUsage ? rawUsage.cost : null
  return typeof cost === 'number' ? Math.round(cost * 1e9) : null
}

/** What the usage page says about costs that providers reported, by the rows alone. */
function comparedIn(records: readonly RequestRecord[]) {
  const reported = records.filter(record => reportedNanos(record) !== null)
  if (reported.length === 0) return []
  const sums = {
    requests: reported.length,
    reported: reported.reduce((sum, record) => sum + (reportedNanos(record) ?? 0), 0) / 1e9,
    byPrices: reported.reduce((sum, record) => sum + listNanos(record), 0) / 1e9,
  }
  return [{ model: scriptedChoice, ...sums, differs: true }]
}

/** By the rows alone, with the prices written out. */
function sumOf(records: readonly RequestRecord[]) {
  const usage = records.reduce((sum, record) => addUsage(sum, record.usage ?? noUsage), noUsage)
  const nanos = records.reduce((sum, record) => sum + (reportedNanos(record) ?? listNanos(record)), 0)
  return { requests: records.length, usage, cost: { usd: nanos / 1e9, reliable: true } }
}

it('[U1] [U2] [U3] [U4] [T6] every total is the sum of the rows of the ledger, with sub-agents, summaries, edits, deletions, forks and restarts', {
  timeout: 120_000,
}, async () => {
  const acts = fc.array(
    fc.tuple(
      fc.constantFrom<Act[]>('say', 'delegate', 'delegate', 'edit', 'summarise', 'delete', 'fork', 'restart'),
      fc.nat(),
    ),
    { minLength: 1, maxLength: 9 },
  )
  let [delegated, compared] = [0, 0]
  await fc.assert(
    fc.asyncProperty(acts, async done => {
      const home = openMemoryHome()
      const calls = { count: 0 }
      const settings = { ...scriptedSettings, tools: offering('delegate') }
      const first = await writeChat(home.store, { settings, title: { text: 'Named', by: 'person' } })
      let engine = await open(home, calls)
      const { workspaceId } = (await engine.view(first)).chat
      const workspace = { ...newWorkspace({ id: workspaceId, name: 'Garden', createdAt: 0 }), budget: 1e9 }
      await home.store.write([toWorkspacePut(workspace, { expect: 0, order: 'next' })])
      const chats: ChatId[] = [first]

      async function ask(chatId: ChatId, text: string, isEdit: boolean): Promise<void> {
        const page = openPage(engine, chatId)
        await page.until(() => true)
        const links = (await engine.view(chatId)).path.filter(message => !isAside(message))
        const parent = isEdit ? links.findLast(({ role }) => role === 'user')?.parentId : links.at(-1)?.id
        const sent = await engine.send({ key: newKey(), chatId, parentId: parent ?? null, text })
        await page.untilEnded(sent.runId)
        page.leave()
      }

      async function act(kind: Act, pick: number): Promise<void> {
        const chatId = chats[pick % chats.length] ?? first
        const { path } = await engine.view(chatId)
        const links = path.filter(message => !isAside(message))
        const messageId = links[pick % Math.max(1, links.length)]?.id
        switch (kind) {
          case 'say':
          case 'edit':
            return ask(chatId, 'Is it so?', kind === 'edit')
          case 'delegate':
            return ask(chatId, 'Delegate it.', false)
          case 'summarise': {
            if (links.length < 2) return
            const page = openPage(engine, chatId)
            await page.until(() => true)
            const { length } = page.received
            await engine.summarise({ key: newKey(), chatId, form: 'prose' }).catch(expectNothingLeft)
            const isEnded = () => page.received.slice(length).some(({ event }) => event.kind === 'compaction-ended')
            if ((await engine.view(chatId)).compactions.length > 0) await page.until(isEnded)
            return page.leave()
          }
          case 'delete':
            if (messageId !== undefined) await engine.deleteMessage({ key: newKey(), chatId, messageId })
            return
          case 'fork':
            if (messageId !== undefined) chats.push((await engine.fork({ key: newKey(), chatId, messageId })).chatId)
            return
          case 'restart':
            await engine.close()
            engine = await open(home, calls)
        }
      }

      for (const [kind, pick] of done) await act(kind, pick)
      const rows = await readAll(home.store)
      expect(rows.length).toBe(calls.count)
      const all = sumOf(rows)
      expect(await engine.totals({ by: 'model', model: scriptedChoice })).toEqual({ ...all, open: 0 })
      expect(await engine.totals({ by: 'workspace', workspaceId })).toEqual({ ...all, open: 0 })
      expect(await engine.totals({ by: 'day', day: '1970-01-01' })).toEqual({ ...all, open: 0 })
      expect(await engine.budgets()).toEqual([{ workspaceId, budget: 1e9, spent: all.cost }])
      const costs = await engine.costs(chats)
      for (const chatId of chats) {
        const own = sumOf(rows.filter(({ countsFor }) => countsFor.includes(chatId)))
        expect((await engine.usage(chatId)).chat).toEqual({ ...own, open: 0 })
        expect(costs[chatId]).toEqual(own.cost)
        const { requests } = await engine.requests({ chatId, after: null, limit: 100 })
        expect(sumOfListed(requests)).toEqual(own)
      }
      const report = await engine.usageReport({})
      const { days, models, workspaces, purposes, otherChats, deletedChats } = report
      expect(report.total).toMatchObject(all)
      for (const lines of [days, models, workspaces, purposes, [...report.chats, otherChats, deletedChats]]) {
        expect(sumOfListed(lines)).toEqual(all)
      }
      expect(report.compared).toEqual(comparedIn(rows))
      const called = rows.filter(({ countsFor }) => countsFor.length > 1)
      delegated += called.length
      compared += report.compared.length
      const line = purposes.find(({ purpose }) => purpose === 'called-chat')
      expect(line === undefined ? sumOf([]) : sumOfListed([line])).toEqual(sumOf(called))
      await engine.close()
    }),
    { numRuns: 25 },
  )
  expect(delegated).toBeGreaterThan(0)
  expect(compared).toBeGreaterThan(0)
})

function expectNothingLeft(error: unknown): void {
  expect(error).toMatchObject({ message: 'everything in this chat is already summarised' })
}

interface Line {
  readonly requests?: number
  readonly usage: Usage | null
  readonly cost: { readonly usd: number; readonly reliable: boolean }
}

function sumOfListed(lines: readonly Line[]) {
  return {
    requests: lines.reduce((sum, { requests = 1 }) => sum + requests, 0),
    usage: lines.reduce((sum, { usage }) => addUsage(sum, usage ?? noUsage), noUsage),
    cost: {
      usd: lines.reduce((sum, { cost }) => sum + Math.round(cost.usd * 1e9), 0) / 1e9,
      reliable: lines.every(({ cost }) => cost.reliable),
    },
  }
}
