import type { Json } from '@stet/history'
import type { Connection } from '../definition.ts'
import type { DiscoveredModel } from '../discovered-model.ts'
import { ModelError } from '../model-error.ts'
import { askJson, LIST_LIMITS, type Question } from './ask-json.ts'

import { readModelList } from './read-model-list.ts'

/** Where a list is and how it is asked for: without headers it is open, and neither the key nor the user's headers go there (P3). */
export interface ListPlace extends Pick<Question, 'url' | 'headers' | 'refine'> {
  /** The order of its entries, where that is not the server's. */
  readonly arrange?: (answer: Json) => Json
}

/** The models of a list in any of the forms that servers have for it (P3). Entries that name no model are left out, and counted. */
export async function listModels(
  connection: Connection,
  signal: AbortSignal,
  { arrange = answer => answer, ...question }: ListPlace,
): Promise<readonly DiscoveredModel[]> {
  const { definition, log } = connection
  const answer = await askJson(connection, signal, { ...question, limits: LIST_LIMITS })
  const list = readModelList(arrange(answer))
  if (list === null) {
    const message = `${definition.name} answered with no list of models: it is neither { "data": […] } nor a list of objects or of names`
    throw new ModelError('protocol', { message })
  }
  if (list.leftOut > 0) log?.(`${definition.name} lists ${list.leftOut} entries that name no model: they were left out`)
  return list.models
}
