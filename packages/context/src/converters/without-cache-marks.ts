interface MayBeMarked {
  readonly cache_control?: unknown
  readonly content?: unknown
}

/** A block without its cache mark and those of the blocks in it: the block itself where it has none. */
export function withoutCacheMarks<B extends object>(block: B & MayBeMarked): B {
  if (!isMarked(block)) return block
  const copy = structuredClone(block)
  for (const marked of [copy, ...blocksIn(copy)]) Reflect.deleteProperty(marked, 'cache_control')
  return copy
}

function isMarked(block: MayBeMarked): boolean {
  return [block, ...blocksIn(block)].some(one => one.cache_control !== undefined)
}

/** The content of a result may be blocks that bear marks of their own. */
function blocksIn({ content }: MayBeMarked): readonly MayBeMarked[] {
  return Array.isArray(content) ? content.filter(isBlock) : []
}

function isBlock(value: unknown): value is MayBeMarked {
  return typeof value === 'object' && value !== null
}
