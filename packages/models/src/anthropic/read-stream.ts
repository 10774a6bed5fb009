import type { Json, MessageId, ProviderRemarks } from '@stet/history'
import { ModelError } from '../model-error.ts'
import type { Answer } from '../model-event.ts'
import type { AnswerReader } from '../provider.ts'
import { createAnswerBuilder } from '../transport/answer-builder.ts'
import {
  indexField,
  isJsonList,
  isJsonObject,
  jsonField,
  kindField,
  listField,
  textField,
} from '../transport/json-field.ts'
import { endedEarly } from '../transport/to-model-error.ts'
import type { EventType } from './body.ts'
import { fromErrorEvent } from './errors.ts'
import { createOpenBlocks } from './read-parts.ts'
import type { BlockOrigins } from './to-messages.ts'
import { mergeUsage, toUsage } from './usage.ts'

const noRemarks: ProviderRemarks = { responseId: null, dropped: [], cacheMiss: null }

export interface ReaderOptions {
  /** The beginning that was given to the answer: the model continued after it. */
  readonly prefill: string
  readonly toolNames?: ReadonlyMap<string, string>
  readonly origins?: BlockOrigins
  readonly log?: ((line: string) => void) | undefined
}

/** Reads the events of one message, from Anthropic or from Bedrock. Only `message_stop` ends it well (FP-4); nothing after that is read (FP-15). */
export function createMessageReader({ prefill, toolNames, origins = [], log }: ReaderOptions): AnswerReader {
  const builder = createAnswerBuilder(toolNames)
  const blocks = createOpenBlocks(builder, prefill)
  let started = false
  let usage: Json | null = null
  let hasOutput = false
  let stopReason: string | null = null
  let ended = false
  let unread = 0
  /** How many blocks came with the start of the message. */
  let carried = 0
  let explanation: string | null = null
  let remarks = noRemarks

  /** Some servers and proxies send the start again, even in the middle (FP-15): only the first counts. */
  function start(message: Json): void {
    if (started) return
    started = true
    usage = mergeUsage(usage, jsonField(message, 'usage'))
    stopReason = textField(message, 'stop_reason')
    remarks = toRemarks(message, origins)
    // Some gateways answer with content that is already there.
    const content = listField(message, 'content')
    for (const [index, block] of content.entries()) {
      blocks.open(index, block)
      blocks.close(index)
    }
    carried = content.length
  }

  function finish(): void {
    blocks.closeAll()
    builder.finish({
      end: endOf(stopReason),
      because: explanation,
      remarks,
      native: blocks.native(),
      rawUsage: usage,
      // The start counts the output so far, which is not that of the answer.
      usage: hasOutput ? toUsage(usage) : null,
    })
    ended = true
    if (unread > 0) log?.(`${unread} events of an unknown kind were not read`)
  }

  function read(event: Json): void {
    const numbered = indexField(event, 'index')
    const index = numbered < carried ? numbered + carried : numbered
    switch (kindField<EventType>(event, 'type')) {
      case 'message_start':
        start(jsonField(event, 'message'))
        break
      case 'content_block_start':
        blocks.open(index, jsonField(event, 'content_block'))
        break
      case 'content_block_delta':
        if (!blocks.grow(index, jsonField(event, 'delta'))) unread += 1
        break
      case 'content_block_stop':
        blocks.close(index)
        break
      case 'message_delta': {
        const figures = jsonField(event, 'usage')
        const delta = jsonField(event, 'delta')
        stopReason = textField(delta, 'stop_reason') ?? stopReason
        explanation = textField(jsonField(delta, 'stop_details'), 'explanation') ?? explanation
        hasOutput ||= isJsonObject(figures) && jsonField(figures, 'output_tokens') !== null
        usage = mergeUsage(usage, figures)
        break
      }
      case 'message_stop':
        finish()
        break
      case 'error':
        throw fromErrorEvent(event)
      case 'ping':
        break
      default:
        unread += 1
    }
  }

  return {
    read,
    readWhole(message) {
      for (const event of toEvents(message)) read(event)
    },
    hasEnded: () => ended,
    end() {
      throw endedEarly()
    },
    take: builder.take,
    reported: () => (usage === null ? null : { rawUsage: usage, usage: toUsage(usage) }),
  }
}

/** A whole answer as the events in which it would have streamed. */
function toEvents(message: Json): readonly Json[] {
  if (textField(message, 'type') === 'error') return [message]
  if (!isJsonObject(message) || !isJsonList(message.content)) {
    throw new ModelError('protocol', { message: 'the answer is not a message of Anthropic' })
  }
  const { content, stop_reason: stopReason = null, stop_details: details = null, usage = null } = message
  return [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    ...content.flatMap((block, index) => [
      { type: 'content_block_start', index, content_block: block },
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason: stopReason, stop_details: details }, usage },
    { type: 'message_stop' },
  ]
}

/** A paused answer continues when it is asked to, as one that reached its limit does. */
function endOf(stopReason: string | null): Answer['end'] {
  switch (stopReason) {
    case 'refusal':
      return 'refused'
    case 'max_tokens':
    case 'model_context_window_exceeded':
    case 'pause_turn':
      return 'length'
    default:
      return 'complete'
  }
}

/** What Anthropic says of a request at the start of its answer: which thinking its model did not read (C20), and why its cache missed (C24). */
export function toRemarks(message: Json, origins: BlockOrigins): ProviderRemarks {
  return {
    responseId: textField(message, 'id'),
    dropped: droppedIn(listField(message, 'input_transformations'), origins),
    cacheMiss: cacheMissIn(jsonField(jsonField(message, 'diagnostics'), 'cache_miss_reason')),
  }
}

/** Each message once: a provider lists every block. */
function droppedIn(entries: readonly Json[], origins: BlockOrigins): ProviderRemarks['dropped'] {
  const found = new Map<MessageId | null, string>()
  for (const entry of entries) {
    if (textField(entry, 'type') !== 'thinking_dropped') continue
    const messageId = originOf(textField(entry, 'path') ?? '', origins)
    if (!found.has(messageId)) found.set(messageId, textField(entry, 'reason') ?? '')
  }
  return [...found].map(([messageId, reason]) => ({ messageId, reason }))
}

/** `path` is `messages.{message}.content.{block}`. */
function originOf(path: string, origins: BlockOrigins): MessageId | null {
  const [, message = '', block = ''] = /^messages\.(\d+)\.content\.(\d+)/.exec(path) ?? []
  return origins[Number(message)]?.[Number(block)] ?? null
}

function cacheMissIn(reason: Json): ProviderRemarks['cacheMiss'] {
  const type = textField(reason, 'type')
  if (type === null) return null
  const tokens = jsonField(reason, 'cache_missed_input_tokens')
  return { reason: type, tokens: typeof tokens === 'number' ? tokens : null }
}
