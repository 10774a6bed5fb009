import type { Model } from '@google/genai/web'
import type { Connection } from '../definition.ts'
import type { DiscoveredModel } from '../discovered-model.ts'
import { findKnown } from '../facts/find-known.ts'
import { openWire } from '../transport/open-wire.ts'
import { fromThrown } from '../transport/to-model-error.ts'
import { refine } from './errors.ts'
import { openClient } from './open-client.ts'

const PAGE_SIZE = 1000

/** The models that generate content, page by page. */
export async function discover(connection: Connection, signal: AbortSignal): Promise<readonly DiscoveredModel[]> {
  const wire = openWire({ connection, signal })
  try {
    const client = await openClient(connection, wire.fetch)
    const found: DiscoveredModel[] = []
    for await (const model of await client.models.list({ config: { pageSize: PAGE_SIZE, queryBase: true } })) {
      const discovered = fromModel(model)
      if (discovered !== null) found.push(discovered)
    }
    return found
  } catch (error) {
    throw fromThrown(error, { signal, wire, refine })
  } finally {
    wire.end()
  }
}

function fromModel({ name, displayName, supportedActions, ...told }: Model): DiscoveredModel | null {
  if (name === undefined || supportedActions?.includes('generateContent') !== true) return null
  const model = name.replace(/^models\//, '')
  // The list says whether it thinks, not how it is told to: that is known of its family.
  const reasoning = told.thinking !== true ? 'none' : (findKnown('gemini', model)?.reasoning ?? 'level')
  return {
    model,
    ...(displayName !== undefined && { name: displayName }),
    ...(told.inputTokenLimit !== undefined && { contextWindow: told.inputTokenLimit }),
    ...(told.outputTokenLimit !== undefined && { outputLimit: told.outputTokenLimit }),
    reasoning,
  }
}
