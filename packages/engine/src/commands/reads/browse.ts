import type { Browsed } from '../../engine.ts'
import type { EngineContext } from '../../engine-context.ts'
import { EngineError } from '../../runtime/engine-error.ts'

/** The directories that the user can choose from to expose one (T7). */
export async function browse({ directories }: EngineContext, path: string | null): Promise<Browsed> {
  if (directories === null) throw new EngineError('directory-refused', 'this home has no directories', 'path')
  const browsed = await directories.browse(path)
  if (browsed.kind === 'refused') throw new EngineError('directory-refused', browsed.because, 'path')
  const { kind: _, ...found } = browsed
  return found
}
