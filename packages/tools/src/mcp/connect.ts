import {
  Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  type Transport,
} from '@modelcontextprotocol/client'
import type { Json } from '@stet/history'
import {
  toCatalog,
  toContent,
  toContentOf,
  toJson,
  toMcpResult,
  toProgressWords,
  toResourceContent,
  toSampling,
} from './from-sdk.ts'
import { hasEnded, inWords } from './in-words.ts'
import { type McpCallOptions, type McpConnection, McpError } from './mcp.ts'

export interface ConnectOptions {
  readonly version: string
  readonly signal: AbortSignal
  /** The server changed what it offers. */
  readonly onChanged: () => void
  /** A message that broke the protocol, or a line that was none. */
  readonly onTrouble: (because: string) => void
  readonly limits?: Partial<McpLimits>
}

export interface McpLimits {
  /** Until the server has introduced itself. A program may have to be downloaded first. */
  readonly startMs: number
  /** Until a list or a resource has arrived. */
  readonly answerMs: number
  /** Without progress in a call. */
  readonly silentMs: number
  /** Of a call, whatever progress it reports. */
  readonly callMs: number
  readonly mostPages: number
  /** Of tools, and of everything else that a server lists. */
  readonly mostListed: number
}

export const MCP_LIMITS: McpLimits = {
  startMs: 60_000,
  answerMs: 30_000,
  silentMs: 300_000,
  callMs: 3_600_000,
  mostPages: 100,
  mostListed: 5_000,
}

/**
 * Opens a connection over a new transport. A server is first asked whether it speaks the protocol of 2026. Some older ones end at a question that
 * they do not know; they are started again and greeted in the older way.
 */
export async function connectMcp(makeTransport: () => Transport, options: ConnectOptions): Promise<McpConnection> {
  try {
    return await connectOver(makeTransport(), options, 'auto')
  } catch (error) {
    const { cause } = error instanceof McpError ? error : {}
    const isUndecided = cause instanceof SdkError && cause.code === SdkErrorCode.EraNegotiationFailed
    if (!isUndecided || cause instanceof SdkHttpError || options.signal.aborted) throw error
  }
  return connectOver(makeTransport(), options, 'legacy')
}

async function connectOver(
  transport: Transport,
  options: ConnectOptions,
  mode: 'auto' | 'legacy',
): Promise<McpConnection> {
  const limits = { ...MCP_LIMITS, ...options.limits }
  const { version, signal, onChanged, onTrouble } = options
  const changed = { autoRefresh: false, onChanged }
  const client = new Client(
    { name: 'Stet', version },
    {
      capabilities: { elicitation: { form: {} }, sampling: {} },
      versionNegotiation: { mode, probe: { timeoutMs: Math.min(5_000, limits.startMs / 2) } },
      listMaxPages: limits.mostPages,
      listChanged: { tools: changed, prompts: changed, resources: changed },
    },
  )
  // A question does not say which call it belongs to: it is asked for the newest that can ask.
  const calls: McpCallOptions[] = []
  client.setRequestHandler('sampling/createMessage', async ({ params }) => {
    const ask = calls.findLast(({ onSampling }) => onSampling !== undefined)?.onSampling
    const sampled = ask === undefined ? null : await ask(toSampling(params))
    if (sampled === null) throw new ProtocolError(USER_REFUSED, 'The user did not allow it.')
    const { text, model, end } = sampled
    const stopReason = end === 'length' ? 'maxTokens' : 'endTurn'
    return { role: 'assistant', content: { type: 'text', text }, model, stopReason }
  })
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    const ask = calls.findLast(({ onQuestion }) => onQuestion !== undefined)?.onQuestion
    if (ask === undefined || params.mode === 'url') return { action: 'decline' }
    const reply = await ask({ message: params.message, schema: toJson(params.requestedSchema) })
    return reply.action === 'accept' ? { action: 'accept', content: toContentOf(reply.content) } : reply
  })
  const ended = Promise.withResolvers<string | null>()
  let trouble: string | null = null
  let said: Error | null = null
  let isClosing = false
  client.onerror = error => {
    // What was said in our own words is not replaced by what follows from it.
    if (error instanceof McpError || !(said instanceof McpError)) said = error
    trouble = said.message
    onTrouble(error.message)
  }
  client.onclose = () => ended.resolve(isClosing ? null : (trouble ?? 'The connection was closed by the server.'))

  /** How a program ended says more than that it did. */
  async function asked<Answer>(ms: number, request: Promise<Answer>, outer: AbortSignal): Promise<Answer> {
    try {
      return await inWords(ms, request, outer)
    } catch (error) {
      if (trouble === null || !hasEnded(error)) throw error
      throw new McpError(trouble, { cause: error instanceof McpError ? error.cause : error })
    }
  }

  const within = (ms: number, outer: AbortSignal) => ({ signal: outer, timeout: ms, maxTotalTimeout: ms })
  try {
    // A handshake has several requests: the limit is for all of them.
    const start = AbortSignal.any([signal, AbortSignal.timeout(limits.startMs)])
    await asked(limits.startMs, client.connect(transport, within(limits.startMs, start)), start)
  } catch (error) {
    isClosing = true
    await client.close()
    await transport.close()
    throw error
  }

  return {
    async list(outer) {
      const options = within(limits.answerMs, outer)
      const has = client.getServerCapabilities() ?? {}
      const [tools, resources, templates, prompts] = await asked(
        limits.answerMs,
        Promise.all([
          has.tools === undefined ? [] : client.listTools(undefined, options).then(({ tools }) => tools),
          has.resources === undefined
            ? []
            : client.listResources(undefined, options).then(({ resources }) => resources),
          has.resources === undefined
            ? []
            : client
                .listResourceTemplates(undefined, options)
                .then(({ resourceTemplates }) => resourceTemplates, noneWhereUnknown),
          has.prompts === undefined ? [] : client.listPrompts(undefined, options).then(({ prompts }) => prompts),
        ]),
        outer,
      )
      for (const [what, listed] of Object.entries({ tools, resources, templates, prompts })) {
        if (listed.length > limits.mostListed) {
          throw new McpError(`It lists ${listed.length} ${what}; at most ${limits.mostListed} are taken.`)
        }
      }
      const { name = 'unnamed', version = '' } = client.getServerVersion() ?? {}
      const instructions = client.getInstructions()?.trim()
      return {
        server: { name, version },
        instructions: instructions === undefined || instructions === '' ? null : instructions,
        completes: has.completions !== undefined,
        ...toCatalog({ tools, resources, templates, prompts }),
      }
    },
    async callTool(name, input, call) {
      const { signal, onProgress } = call
      calls.push(call)
      const result = await asked(
        limits.silentMs,
        client.callTool(
          { name, arguments: isObject(input) ? { ...input } : {} },
          {
            signal,
            timeout: limits.silentMs,
            maxTotalTimeout: limits.callMs,
            resetTimeoutOnProgress: true,
            onprogress: progress => onProgress(toProgressWords(progress)),
          },
        ),
        signal,
      ).finally(() => {
        calls.splice(calls.indexOf(call), 1)
      })
      return toMcpResult(result)
    },
    async readResource(uri, outer) {
      const { contents } = await asked(
        limits.answerMs,
        client.readResource({ uri }, within(limits.answerMs, outer)),
        outer,
      )
      return contents.map(toResourceContent)
    },
    async complete({ of, name, value, given }, outer) {
      const ref =
        of.kind === 'prompt'
          ? ({ type: 'ref/prompt', name: of.name } as const)
          : ({ type: 'ref/resource', uri: of.template } as const)
      const params = { ref, argument: { name, value }, context: { arguments: { ...given } } }
      const request = client.complete(params, within(limits.answerMs, outer))
      const { completion } = await asked(limits.answerMs, request, outer)
      return completion.values
    },
    async getPrompt(name, given, outer) {
      const request = client.getPrompt({ name, arguments: { ...given } }, within(limits.answerMs, outer))
      const { messages } = await asked(limits.answerMs, request, outer)
      return messages.map(({ role, content }) => ({ role, ...toContent(content) }))
    },
    ended: ended.promise,
    async close() {
      isClosing = true
      await client.close()
    },
  }
}

/** Some servers have resources and do not know the question for templates. */
function noneWhereUnknown(error: unknown): [] {
  if (error instanceof ProtocolError) return []
  throw error
}

/** As the specification has it for a request that the user refused. */
const USER_REFUSED = -1

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
