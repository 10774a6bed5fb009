import type { Chat, ModelChoice, ModelFacts } from '@stet/history'
import { ModelError, type Models } from '@stet/models'
import { EngineError } from '../runtime/engine-error.ts'

export type FoundFacts =
  | { readonly facts: ModelFacts }
  /** `because` is a clause shown to the user. */
  | { readonly facts: null; readonly because: string }

interface FactDeps {
  readonly models: Pick<Models, 'facts'>
}

/** The facts of the model that answers a chat. */
export async function readFacts(deps: FactDeps, { settings }: Chat): Promise<ModelFacts> {
  const found = await findFacts(deps, settings.model)
  if (found.facts === null) throw new EngineError('model-not-found', found.because)
  return found.facts
}

/** The facts of a model, or why it cannot be used: its definition was removed, or its key cannot be opened. */
export async function findFacts({ models }: FactDeps, choice: ModelChoice): Promise<FoundFacts> {
  try {
    const facts = await models.facts(choice)
    if (facts !== null) return { facts }
    return { facts, because: `the model ${choice.model} cannot be used: its provider was removed or is switched off` }
  } catch (error) {
    if (error instanceof ModelError) return { facts: null, because: error.message }
    throw error
  }
}
