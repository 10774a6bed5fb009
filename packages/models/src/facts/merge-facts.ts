import type { ModelFacts, ModelOverride } from '@stet/history'
import type { Definition } from '../definition.ts'
import type { DiscoveredModel } from '../discovered-model.ts'
import { makesImages } from '../images/makes-images.ts'
import type { AddressFacts, Provider } from '../provider.ts'
import type { KnownModel } from './known-model.ts'

export interface FactSources {
  readonly definition: Pick<Definition, 'id' | 'type' | 'options'>
  readonly model: string
  readonly defaults: Provider['defaults']
  /** What the data says of the model's family: `findKnown`. */
  readonly known: KnownModel | null
  /** What the price data says: `findContextWindow`. */
  readonly contextWindow: number | null
  readonly discovered: DiscoveredModel | null
  readonly override: ModelOverride | null
  readonly atAddress?: AddressFacts
}

/** The user over the provider over the data over the type. What nobody knows is null. */
export function mergeFacts(sources: FactSources): ModelFacts {
  const { definition, model, defaults, known, discovered, override } = sources
  const images = makesImages(definition.type, model)
  return {
    definition: definition.id,
    protocol: definition.type,
    model,
    name: discovered?.name ?? model,
    contextWindow: override?.contextWindow ?? discovered?.contextWindow ?? sources.contextWindow,
    outputLimit: override?.outputLimit ?? discovered?.outputLimit ?? known?.outputLimit ?? null,
    takes: { ...defaults.takes, ...known?.takes, ...discovered?.takes, ...override?.takes },
    reasoning: override?.reasoning ?? discovered?.reasoning ?? known?.reasoning ?? defaults.reasoning,
    caching: override?.caching ?? discovered?.caching ?? known?.caching ?? defaults.caching,
    ...(discovered?.uncertainWindow === true && override?.contextWindow === undefined && { uncertainWindow: true }),
    ...(images !== undefined && { makesImages: images }),
    ...(known?.bindsReasoning === true && { bindsReasoning: true }),
    ...sources.atAddress,
    // Only Chat Completions has servers that refuse earlier reasoning: elsewhere the signature decides (C7).
    ...(definition.type === 'openai-chat' && { replayReasoning: definition.options.replayReasoning }),
  }
}
