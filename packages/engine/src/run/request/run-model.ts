import { defaultContextSettings } from '@stet/context'
import type { Chat, ChatId, ChatSettings, ModelChoice, RunId } from '@stet/history'
import type { Models } from '@stet/models'
import { fromRunRow, RUNS_SHELF, type Store } from '@stet/store'
import { findFacts } from '../../compaction/read-facts.ts'
import { EngineError } from '../../runtime/engine-error.ts'

interface ModelDeps {
  readonly models: Pick<Models, 'facts'>
}

/** The chat as a run with a model of its own uses it. It is never saved: the chat keeps its model (H4). */
export async function chatForRun(deps: ModelDeps, chat: Chat, model: ModelChoice | null): Promise<Chat> {
  return model === null ? chat : { ...chat, settings: await withModel(deps, chat.settings, model) }
}

/**
 * The settings with another model; an unknown one is refused. The cache setting follows the model unless the user changed it (C14). A chat
 * started with a model that has no cache would otherwise pay for its whole prefix with each message to one that has.
 */
export async function withModel(deps: ModelDeps, settings: ChatSettings, model: ModelChoice): Promise<ChatSettings> {
  const found = await findFacts(deps, model)
  if (found.facts === null) throw new EngineError('model-not-found', found.because, 'model')
  const { facts: before } = await findFacts(deps, settings.model)
  const { cache } = settings.context
  const untouched = before !== null && defaultContextSettings(before).cache === cache
  const context = untouched
    ? { ...settings.context, cache: defaultContextSettings(found.facts).cache }
    : settings.context
  return { ...settings, model, context }
}

/** The model that a run of this chat had for itself alone, so that what continues it has the same; null where it had the chat's. */
export async function ownModelOf(store: Store, chatId: ChatId, runId: RunId | null): Promise<ModelChoice | null> {
  const row = runId === null ? null : await store.get(RUNS_SHELF, runId)
  const run = row === null ? null : fromRunRow(row)
  return run === null || 'unreadable' in run || run.chatId !== chatId ? null : run.model
}
