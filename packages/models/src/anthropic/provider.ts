import { bedrockHeaders, modelUrl } from '../bedrock/address.ts'
import { fromException, refine as refineBedrock } from '../bedrock/errors.ts'
import { familyOf } from '../mapping/model-family.ts'
import { refuseBreaches } from '../mapping/words.ts'
import type { PreparedRequest, Provider, RequestInput } from '../provider.ts'
import { headersFor, isOwnAddress, routeOf } from './address.ts'
import { applySettings } from './apply-settings.ts'
import type { CountBody, RequestBody } from './body.ts'
import { checkRequest } from './check-request.ts'
import { discover } from './discover.ts'
import { fromRefusal } from './errors.ts'
import { createMessageReader } from './read-stream.ts'
import { type MappedRequest, toRequest } from './to-request.ts'

/** Anthropic's Messages API: at Anthropic, at servers that speak it, and on Bedrock. */
export const anthropic: Provider = {
  type: 'anthropic',
  discover,
  familyOf,
  defaults: { takes: { images: true, files: true, tools: true }, reasoning: 'budget', caching: 'marks' },
  factsAt(definition, known) {
    const { kind, baseUrl } = routeOf(definition)
    const appendsSystem = known?.appendsSystem === true && { appendsSystem: true }
    if (kind === 'bedrock') return { ...appendsSystem }
    if (!isOwnAddress(baseUrl)) return {}
    const appendsTools = known?.appendsTools === true && { appendsTools: true, withdrawsTools: true }
    const appendsEffort = known?.appendsEffort === true && { appendsEffort: true }
    const leastCached = known?.leastCached !== undefined && { leastCached: known.leastCached }
    return {
      cacheLife: { minutes: 5, longMinutes: 60 },
      ...leastCached,
      ...appendsTools,
      ...appendsSystem,
      ...appendsEffort,
    }
  },
  notApplied: (facts, settings, { definition }) => applySettings(facts, settings, routeOf(definition).kind).notApplied,
  count(input) {
    const { definition } = input.connection
    const { kind, baseUrl } = routeOf(definition)
    if (kind === 'bedrock') return null
    const mapped = toRequest(input)
    const { model, messages, system, tools, tool_choice, thinking } = mapped.body
    const body = { model, messages, system, tools, tool_choice, thinking } satisfies CountBody
    const headers = headersFor(input.connection, baseUrl, { samples: false, betas: mapped.betas })
    return { url: `${baseUrl}/v1/messages/count_tokens`, headers, body, field: 'input_tokens', refine: fromRefusal }
  },
  prepare(input) {
    const { body, prefill, toolNames, notApplied, notes, betas, origins } = toRequest(input)
    refuseBreaches('Anthropic', checkRequest(body))
    const { kind, baseUrl } = routeOf(input.connection.definition)
    return {
      ...(kind === 'bedrock' ? overBedrock(input, body, baseUrl) : direct(input, body, { baseUrl, betas })),
      notApplied,
      notes,
      createReader: log => createMessageReader({ prefill, toolNames, origins, log }),
    }
  },
}

type Sent = Pick<PreparedRequest, 'url' | 'headers' | 'body' | 'refine' | 'loadDecoder'>

function direct(
  { connection }: RequestInput,
  body: RequestBody,
  { baseUrl, betas }: Pick<MappedRequest, 'betas'> & { readonly baseUrl: string },
): Sent {
  const { temperature, top_p: topP, top_k: topK } = body
  const samples = temperature !== undefined || topP !== undefined || topK !== undefined
  return {
    url: `${baseUrl}/v1/messages`,
    headers: headersFor(connection, baseUrl, { samples, betas }),
    body,
    refine: fromRefusal,
  }
}

/** Bedrock has the model in the address, and carries each event of Anthropic's inside one of its own (P2). */
function overBedrock({ connection }: RequestInput, body: RequestBody, baseUrl: string): Sent {
  const { model, stream, ...rest } = body
  return {
    url: modelUrl(baseUrl, model, stream ? 'invoke-with-response-stream' : 'invoke'),
    headers: bedrockHeaders(connection),
    body: { anthropic_version: 'bedrock-2023-05-31', ...rest },
    refine: refineBedrock,
    loadDecoder: async (host, log) =>
      (await import('../transport/frame-decoder.ts')).createChunkDecoder(host, { fromException, log }),
  }
}
