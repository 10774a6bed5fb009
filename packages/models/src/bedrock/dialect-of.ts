import type { ModelFacts } from '@stet/history'
import { findKnown } from '../facts/find-known.ts'
import type { Dialect } from '../facts/known-model.ts'

/** In whose words a model is spoken to; null for those of most. A profile that is named by its ARN and takes a budget stands for Claude: no other model does. */
export function dialectOf({ model, reasoning }: Pick<ModelFacts, 'model' | 'reasoning'>): Dialect | null {
  return findKnown('bedrock', model)?.dialect ?? (reasoning === 'budget' ? 'claude' : null)
}
