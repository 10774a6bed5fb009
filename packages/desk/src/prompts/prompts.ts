import { type CommandOf, DESK_COMMANDS, MOST_PROMPTS } from '@stet/commands'
import { type Commands, checkPrompt, EngineError } from '@stet/engine'
import { makeId, type PromptId } from '@stet/history'
import { fromPromptRow, PROMPTS_SHELF, type ReadRow, type StoredPrompt, toPromptPut } from '@stet/store'
import type { DeskDeps, ListedPrompt } from '../desk.ts'
import { retryConflict } from '../retry-conflict.ts'
import { SHIPPED_PROMPTS } from './shipped-prompts.ts'

/** The shipped prompts, changed or not, then those of the user in the order they were saved. */
export async function listPrompts({ store }: DeskDeps): Promise<readonly ListedPrompt[]> {
  const { rows } = await store.list(PROMPTS_SHELF, { by: { parent: '' }, limit: MOST_PROMPTS })
  const stored = rows.flatMap(row => {
    const prompt = fromPromptRow(row)
    return 'unreadable' in prompt ? [] : [prompt]
  })
  const changed = new Map(stored.map(prompt => [prompt.id, prompt]))
  const shipped = SHIPPED_PROMPTS.map(prompt => {
    const own = changed.get(prompt.id)
    return own === undefined ? { ...prompt, kind: 'shipped' as const } : { ...own, kind: 'changed' as const }
  })
  const own = stored.filter(({ id }) => !isShipped(id)).map(prompt => ({ ...prompt, kind: 'own' as const }))
  return [...shipped, ...own]
}

export async function createPrompt(
  deps: DeskDeps,
  commands: Commands,
  command: CommandOf<typeof DESK_COMMANDS.createPrompt>,
): Promise<PromptId> {
  checkPrompt(command.text)
  return commands.once(DESK_COMMANDS.createPrompt, command, async keep => {
    const { rows } = await deps.store.list(PROMPTS_SHELF, { by: { parent: '' }, limit: MOST_PROMPTS })
    if (rows.length >= MOST_PROMPTS) {
      throw new EngineError('invalid', `There are ${MOST_PROMPTS} saved prompts already; delete one first.`)
    }
    const id = makeId('prm', deps.randomBytes(20))
    const prompt: StoredPrompt = { id, name: command.name.trim(), text: command.text }
    await deps.store.write([toPromptPut(prompt, { expect: 0, order: 'next' }), keep(id)])
    return id
  })
}

/** Changes a saved prompt, or a shipped one, which can then be reset. */
export async function changePrompt(
  deps: DeskDeps,
  commands: Commands,
  command: CommandOf<typeof DESK_COMMANDS.changePrompt>,
): Promise<void> {
  const { promptId: id, name, text } = command
  checkPrompt(text)
  await commands.once(DESK_COMMANDS.changePrompt, command, async keep => {
    await retryConflict(async () => {
      const row = await findRow(deps, id)
      const at = row === null ? ({ expect: 0, order: 'next' } as const) : { expect: row.version, order: row.order }
      await deps.store.write([toPromptPut({ id, name: name.trim(), text }, at), keep(null)])
    })
    return null
  })
}

/** Deletes a saved prompt; a shipped one is as it was again. Chats and workspaces that use it keep their copy. */
export async function deletePrompt(
  deps: DeskDeps,
  commands: Commands,
  command: CommandOf<typeof DESK_COMMANDS.deletePrompt>,
): Promise<void> {
  const { promptId: id } = command
  await commands.once(DESK_COMMANDS.deletePrompt, command, async keep => {
    await retryConflict(async () => {
      const row = await findRow(deps, id)
      const removal = row === null ? [] : [{ kind: 'remove', shelf: PROMPTS_SHELF, id, expect: row.version } as const]
      await deps.store.write([...removal, keep(null)])
    })
    return null
  })
}

function isShipped(id: PromptId): boolean {
  return SHIPPED_PROMPTS.some(prompt => prompt.id === id)
}

/** Null for a shipped prompt that nobody changed. */
async function findRow({ store }: DeskDeps, id: PromptId): Promise<ReadRow | null> {
  const row = await store.get(PROMPTS_SHELF, id)
  if (row === null && !isShipped(id)) throw new EngineError('prompt-not-found', `there is no prompt ${id}`)
  return row
}
