import { randomBytes } from 'node:crypto'
import { createClient, FILES } from '@stet/api/client'
import type { MadeDesk } from './make-desk.ts'

export const DEEDS = ['list', 'search', 'open', 'hit', 'upload'] as const
export type Deed = (typeof DEEDS)[number]

/** What is typed, letter by letter. */
export const TYPED = 'harbour evening'
export const TYPED_FROM = 2
export const PAGE = 100
export const FILES_SENT = 100
export const FILE_BYTES = 1_000_000

/** Each resolves with the milliseconds it took. What is compiled at its first use has been used once. */
export async function throughApi(
  address: string,
  { chatId, path }: MadeDesk,
): Promise<Readonly<Record<Deed, () => Promise<number>>>> {
  const newKey = () => crypto.randomUUID()
  const client = createClient({ fetch: (input, init) => fetch(input, init), base: address, newKey })
  const isIndexed = async () =>
    (await client.search({ text: TYPED })).index.kind !== 'behind' &&
    (await client.attachments({})).index.kind !== 'behind'
  while (!(await isIndexed())) await new Promise(resolve => setTimeout(resolve, 500))
  await client.listChats({ limit: PAGE })
  await client.chat(chatId)
  const hit = path[Math.floor(path.length / 2)] ?? 'msg_'
  return {
    list: () =>
      timed(async () => {
        let after: string | null = null
        do after = (await client.listChats({ after, limit: PAGE })).next
        while (after !== null)
      }),
    search: () =>
      timed(async () => {
        for (let end = TYPED_FROM; end < TYPED.length; end += 1) await client.search({ text: TYPED.slice(0, end) })
      }),
    open: () => timed(() => repeated(() => client.chat(chatId))),
    hit: () =>
      timed(() =>
        repeated(async () => {
          await client.chat(chatId)
          const { path: shown } = await client.around(chatId, { message: hit, limit: PAGE })
          if (!shown.some(({ id }) => id === hit)) throw new Error('the hit is not in what was read around it')
        }),
      ),
    async upload() {
      const files = Array.from({ length: FILES_SENT }, () => randomBytes(FILE_BYTES))
      return timed(async () => {
        for (const body of files) {
          const headers = { 'x-file-name': 'a.bin', 'content-type': 'application/octet-stream' }
          const { status } = await fetch(address + FILES.upload.path, { method: FILES.upload.method, headers, body })
          if (status !== 201) throw new Error(`an upload was answered with ${status}`)
        }
      })
    },
  }
}

/** One opening is over before its processor time can be measured. */
const TIMES = 20

export async function repeated(act: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < TIMES; time += 1) await act()
}

export async function timed(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await act()
  return performance.now() - start
}
