/** What several generators give, as it comes. One that throws does not stop the others: the first error is thrown when all have ended. */
export async function* mergeGenerators<Item>(generators: readonly AsyncGenerator<Item>[]): AsyncGenerator<Item, void> {
  const errors: unknown[] = []
  const steps = new Map(generators.map(generator => [generator, stepOf(generator)]))
  while (steps.size > 0) {
    const step = await Promise.race(steps.values())
    if (step.kind === 'item') {
      steps.set(step.generator, stepOf(step.generator))
      yield step.item
      continue
    }
    steps.delete(step.generator)
    if (step.kind === 'failed') errors.push(step.error)
  }
  if (errors.length > 0) throw errors[0]
}

type Step<Item> = { readonly generator: AsyncGenerator<Item> } & (
  | { readonly kind: 'item'; readonly item: Item }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly error: unknown }
)

async function stepOf<Item>(generator: AsyncGenerator<Item>): Promise<Step<Item>> {
  try {
    const { done, value } = await generator.next()
    return done === true ? { kind: 'ended', generator } : { kind: 'item', generator, item: value }
  } catch (error) {
    return { kind: 'failed', generator, error }
  }
}
