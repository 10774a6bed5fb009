import type { Model } from '@google/genai/web'
import type { Connection } from '../definition.ts'
import type { DiscoveredModel } from '../discovered-model.ts'
import { findKnown } from '../facts/find-known.ts'
import { openWire } from '../transport/open-wire.ts'
import { fromThrown } from '../transport/to-model-error.ts'
import { discoverOpenly, LIST_LIMITS, MOST_PAGES } from './discover-openly.ts'
import { refine } from './errors.ts'
import { openClient } from './open-client.ts'

const PAGE_SIZE = 1000

/** The models that generate content, page by page. */
export async function discover(connection: Connection, signal: AbortSignal): Promise<readonly DiscoveredModel[]> {
  const { modelsUrl } = connection.definition
  if (modelsUrl !== null) return discoverOpenly(connection, modelsUrl, signal)
  const wire = openWire({ connection: { ...connection, limits: { ...LIST_LIMITS, ...connection.limits } }, signal })
  try {
    const { models } = await openClient(connection, wire.fetch)
    const pager = await models.list({ config: { pageSize: PAGE_SIZE, queryBase: true } })
    const found = pager.page.flatMap(fromModel)
    for (let page = 1; page < MOST_PAGES && pager.hasNextPage(); page += 1) {
      found.push(...(await pager.nextPage()).flatMap(fromModel))
    }
    return found
  } catch (error) {
    throw fromThrown(error, { signal, wire, refine })
  } finally {
    wire.end()
  }
}

function fromModel({ name, displayName, supportedActions, ...told }: Model): DiscoveredModel[] {
  if (name === undefined || supportedActions?.includes('generateContent') !== true) return []
  const model = name.replace(/^models\//, '')
  // The list says whether it thinks, not how it is told to: that is known of its family.
  const reasoning = told.thinking !== true ? 'none' : (findKnown('gemini', model)?.reasoning ?? 'level')
  const discovered: DiscoveredModel = {
    model,
    ...(displayName !== undefined && { name: displayName }),
    ...(told.inputTokenLimit !== undefined && { contextWindow: told.inputTokenLimit }),
    ...(told.outputTokenLimit !== undefined && { outputLimit: told.outputTokenLimit }),
    reasoning,
  }
  return [discovered]
}
