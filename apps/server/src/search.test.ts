import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client, Found, FoundPage } from '@stet/api/client'
import { writeHistory } from '@stet/engine/testing'
import type { MessageId } from '@stet/history'
import { asked, createHistoryBuilder } from '@stet/history/testing'
import { chatSearchSource, messageSearchSource, toSearchTerms } from '@stet/store'
import { openSqliteDatabase } from '@stet/store/sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { StetProcess, temporaryFolder } from './testing/stet-process.ts'

/** Sentences of languages without spaces, or written with and without signs, and a word in the middle of each. */
const SENTENCES = [
  ['Chinese', '我们在北京大学学习自然语言处理的基础课程', '自然语言', '语言'],
  ['Japanese', '昨日は東京都の図書館でパーティーがありました', '図書館', '昨日'],
  ['Korean with particles', '학교에서도서관까지걸어갔습니다', '도서관', '학교'],
  ['Thai without spaces', 'นักเรียนไทยชอบอ่านหนังสือที่ห้องสมุดทุกวัน', 'หนังสือ', 'ห้องสมุด'],
  ['Lao', 'ຂ້ອຍມັກອ່ານປຶ້ມຢູ່ຫ້ອງສະໝຸດ', 'ປຶ້ມ', 'ຫ້ອງສະໝຸດ'],
  ['Khmer', 'ខ្ញុំចូលចិត្តអានសៀវភៅនៅបណ្ណាល័យ', 'សៀវភៅ', 'បណ្ណាល័យ'],
  ['Burmese', 'ကျွန်တော်စာကြည့်တိုက်မှာစာဖတ်တယ်', 'စာကြည့်တိုက်', 'စာဖတ်'],
  ['Arabic with signs, searched without', 'كَتَبَ الوَلَدُ رِسَالَةً طَوِيلَةً', 'رسالة', 'الولد'],
  ['Arabic without signs, searched with', 'قرأت البنت قصيدة جميلة', 'قَصِيدَة', 'البِنْت'],
  ['Arabic with the stretching line', 'مكتـــبة المدينة', 'مكتبة', 'المدينة'],
  ['Persian with its joiner', 'من می‌خواهم کتاب بخوانم', 'میخواهم', 'کتاب'],
  ['Hebrew with points, searched without', 'שָׁלוֹם עֲלֵיכֶם חֲבֵרִים', 'שלום', 'חברים'],
] as const

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let stet: StetProcess
let client: Client
let naughty: readonly { readonly text: string; readonly id: MessageId }[]
let sentences: readonly MessageId[]

beforeAll(async () => {
  folder = await temporaryFolder()
  // The first start makes the workspace.
  await using first = new StetProcess({ STET_DATA: folder.path })
  const { id, workspaceId } = await (await first.client()).createChat()
  first.kill('SIGTERM')
  await first.ended()
  const list = join(import.meta.dirname, '../fixtures/blns/blns.base64.json')
  const texts: readonly string[] = JSON.parse(await readFile(list, 'utf8')).map((text: string) =>
    Buffer.from(text, 'base64').toString('utf8'),
  )
  const history = createHistoryBuilder(1)
  naughty = texts.map(text => ({ text, id: history.add(null, asked(text)) }))
  sentences = SENTENCES.map(([, text]) => history.add(null, asked(text)))
  const database = await openSqliteDatabase({ folder: folder.path, search: [messageSearchSource, chatSearchSource] })
  await writeHistory(database.openStore('owner'), {
    chat: { ...history.chat(), workspaceId },
    messages: history.messages(),
  })
  await database.close()
  stet = new StetProcess({ STET_DATA: folder.path })
  client = await stet.client()
  expect((await client.chat(id)).path).toEqual([])
})
afterAll(async () => {
  await stet[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

async function find(text: string): Promise<readonly (MessageId | null)[]> {
  return (await client.search({ text, limit: 100 })).found.map(({ messageId }) => messageId)
}

/** Page by page: some words are in hundreds of them. */
async function findMessage(text: string, id: MessageId): Promise<Found | null> {
  let before: number | null = null
  do {
    const page: FoundPage = await client.search({ text, limit: 100, before })
    const hit = page.found.find(({ messageId }) => messageId === id)
    if (hit !== undefined) return hit
    before = page.next
  } while (before !== null)
  return null
}

it('[W3] [FH-5] every string of the Big List of Naughty Strings is found by its words, and is itself a search that is answered', async () => {
  expect(naughty.length).toBeGreaterThan(450)
  const missed: unknown[] = []
  for (const { text, id } of naughty) {
    if (text !== '') await find(text.slice(0, 500))
    const [term] = toSearchTerms(text).toSorted((one, other) => other.length - one.length)
    if (term === undefined) continue
    const hit = await findMessage(term, id)
    if (hit === null || hit.snippet.marks.length === 0) missed.push([text, term])
  }
  expect(missed).toEqual([])
})

it.each(SENTENCES.map((sentence, index) => [...sentence, index] as const))(
  '[W3] finds words inside %s',
  async (...[, text, word, other, index]) => {
    for (const searched of [word, other, `${word} ${other}`]) {
      expect([searched, await find(searched)]).toEqual([searched, [sentences[index]]])
    }
    const [hit] = (await client.search({ text: word })).found
    expect(hit?.snippet.text).toBe(text)
    expect(hit?.snippet.marks.length).toBeGreaterThan(0)
  },
)
