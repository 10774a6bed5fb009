import type { DiscoveredModel } from '../discovered-model.ts'

/** Words in the names of models that do not answer in text: providers list them among the others. */
const NOT_FOR_TEXT =
  /embed|rerank|whisper|transcri|tts|audio|realtime|speech|voice|image|dall|imagen|veo|video|sora|moderation|guard|ocr/
const SMALL = /nano|mini|tiny|small|lite|flash|haiku|instant|\b[1-9]b\b/

/** Which models to ask for a word, the likeliest first: the cheapest that is priced, else one that is called small. */
export function chooseModels(models: readonly DiscoveredModel[], most: number): readonly string[] {
  const byPrice = models.toSorted((one, other) => rankOf(one) - rankOf(other))
  return byPrice.slice(0, most).map(({ model }) => model)
}

function rankOf({ model, prices }: DiscoveredModel): number {
  const name = model.toLowerCase()
  if (NOT_FOR_TEXT.test(name)) return Number.MAX_VALUE
  // A price of nothing is often a trial that is refused.
  if (prices?.output !== undefined && prices.output !== null && prices.output > 0) return prices.output
  return SMALL.test(name) ? 1e6 : 1e9
}
