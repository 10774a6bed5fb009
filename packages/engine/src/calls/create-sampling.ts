import { estimateRequest, textIn } from '@stet/context'
import {
  type AnswerSettings,
  type Chat,
  defaultAnswerSettings,
  type ModelRequest,
  makeId,
  noUsage,
  type RequestMessage,
  type RunId,
} from '@stet/history'
import { costOf, ModelError, type Models } from '@stet/models'
import type { Call, Check } from '@stet/store'
import type { SamplingRequest, ToolSampling } from '@stet/tools'
import { askRecorded } from '../ledger/ask-recorded.ts'
import { openRequest, type RequestDeps } from '../ledger/open-request.ts'

export interface SamplingDeps extends RequestDeps {
  readonly models: Pick<Models, 'facts' | 'prices' | 'stream'>
}

interface SamplingPlace {
  readonly chat: Chat
  readonly runId: RunId
  readonly check: () => Check
  readonly call: Pick<Call, 'messageId'>
  readonly signal: AbortSignal
}

/** Asks the model of the chat on behalf of a call. It makes no message: its row in the ledger follows the answer that made the call. */
export function createSampling(deps: SamplingDeps, { chat, runId, check, call, signal }: SamplingPlace): ToolSampling {
  const choice = chat.settings.model
  return {
    async plan(asked) {
      const facts = await deps.models.facts(choice)
      if (facts === null) return null
      const tokens = estimateRequest(toRequest(deps, asked)) ?? 0
      const prices = await deps.models.prices(choice)
      const usage = { ...noUsage, input: tokens, output: asked.most }
      const cost = prices === null ? null : costOf({ usage, rawUsage: null, protocol: facts.protocol, prices })
      return { model: facts.name, tokens, usd: cost?.reliable === true ? cost.usd : null }
    },
    async ask(asked) {
      const facts = await deps.models.facts(choice)
      if (facts === null) return { kind: 'failed', because: 'The model of this chat cannot be used any more.' }
      const request = toRequest(deps, asked)
      const recorded = openRequest(deps, {
        chat,
        runId,
        messageId: makeId('msg', deps.randomBytes(20)),
        below: call.messageId,
        purpose: 'sampling',
        facts,
        report: null,
        estimate: estimateRequest(request) ?? 0,
        base: null,
        check,
      })
      const settings: AnswerSettings = {
        ...defaultAnswerSettings,
        outputLimit: asked.most,
        temperature: asked.temperature,
      }
      try {
        const sending = { choice, request, settings, purpose: 'sampling', signal } as const
        const answer = await askRecorded(deps, sending, recorded, 'an answer for an MCP server')
        if (answer === 'aborted') return { kind: 'failed', because: 'It was stopped.' }
        const { usage, rawUsage } = answer
        const text = textIn(answer.parts)
        await recorded.endAlone({ state: 'done', usage, rawUsage, arrived: text })
        if (answer.end === 'refused') return { kind: 'failed', because: 'The model refused to answer.' }
        return { kind: 'answered', text, model: facts.model, end: answer.end }
      } catch (error) {
        if (error instanceof ModelError) return { kind: 'failed', because: error.message }
        throw error
      }
    },
  }
}

function toRequest(
  { randomBytes }: Pick<SamplingDeps, 'randomBytes'>,
  { systemPrompt, messages }: SamplingRequest,
): ModelRequest {
  return {
    system: systemPrompt === null || systemPrompt === '' ? [] : [{ text: systemPrompt, cacheMark: false }],
    messages: messages.map(({ role, parts }): RequestMessage => {
      const plain = { form: 'plain', cacheMark: false } as const
      if (role === 'user') return { ...plain, role, messageId: null, parts }
      // No provider takes files in an answer.
      const texts = parts.flatMap(part => (part.kind === 'text' ? [part] : []))
      return { ...plain, role, messageId: makeId('msg', randomBytes(20)), parts: texts }
    }),
    tools: [],
  }
}
