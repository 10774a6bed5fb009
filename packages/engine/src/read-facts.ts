import type { Chat, ModelFacts } from '@stet/history'
import { EngineError } from './engine-error.ts'
import type { EngineRoom } from './engine-room.ts'

/** What is known of the model that answers in a chat. */
export async function readFacts({ models }: Pick<EngineRoom, 'models'>, { settings }: Chat): Promise<ModelFacts> {
  const { model } = settings
  const facts = await models.facts(model)
  if (facts !== null) return facts
  throw new EngineError('model-not-found', `no model ${model.model} is set up under ${model.definition}`)
}
