import type { ChatId } from '@stet/history'
import { asksRef, fromRunRow, listRows, type Put, RUNS_SHELF, type Run, type Store, toRunPut } from '@stet/store'
import type { Question } from './question.ts'

/** The runs of a chat that wait for an answer of the user, oldest first. */
export async function readQuestions(store: Store, chatId: ChatId): Promise<readonly Question[]> {
  return (await readAsking(store, chatId)).flatMap(({ run }) => toQuestion(run) ?? [])
}

/** The same rows without their questions, for which another one is asked or a decision was made. */
export async function putDecided(
  store: Store,
  chatId: ChatId,
  isDecided: (run: Run) => boolean,
): Promise<readonly Put[]> {
  const rows = (await readAsking(store, chatId)).filter(({ run }) => isDecided(run))
  return rows.map(({ run, version, order }) => toRunPut({ ...run, asks: null }, { expect: version, order }))
}

export function toQuestion({ id: runId, below, asks }: Run): Question | null {
  return asks === null ? null : { runId, below, ...asks }
}

async function readAsking(store: Store, chatId: ChatId) {
  const asking: { readonly run: Run; readonly version: number; readonly order: number }[] = []
  for await (const row of listRows(store, RUNS_SHELF, { by: { ref: asksRef(chatId) } })) {
    const run = fromRunRow(row)
    if (!('unreadable' in run)) asking.push({ run, version: row.version, order: row.order })
  }
  return asking
}
