import { CHAT_COMMANDS, type ChatAnswer, type ChatCommand } from '@stet/commands'
import type { ChatSettings } from '@stet/history'
import type { Call, CallState } from '@stet/store'
import { settledWith } from '../../calls/propose-calls.ts'
import type { EngineContext } from '../../engine-context.ts'
import { readCall } from '../../record/read-calls.ts'
import { readAnswer } from '../../record/read-link.ts'
import { EngineError } from '../../runtime/engine-error.ts'
import { resume } from './resume.ts'

/** Lets one call run, once: exactly what was shown, which the hash proves (R6, Z-7). */
export async function approve(engine: EngineContext, command: ChatCommand<'approve'>): Promise<ChatAnswer<'approve'>> {
  const { hash, always } = command
  return engine.commands.once(CHAT_COMMANDS.approve, command, keep =>
    decide(engine, command, keep, call => {
      if (call.hash !== hash) {
        throw new EngineError('call-changed', 'what would run is not what was approved; look at it again')
      }
      if (!always) return { state: { kind: 'approved', at: engine.clock() } }
      if (!call.shown.mayBeAlways) {
        throw new EngineError('invalid', `always: every call of ${call.tool} must be approved one by one`, 'always')
      }
      return { state: { kind: 'approved', at: engine.clock() }, settings: withAuto(call.tool) }
    }),
  )
}

/** Refuses one call, with a reason for the model. */
export async function deny(engine: EngineContext, command: ChatCommand<'deny'>): Promise<ChatAnswer<'deny'>> {
  const { reason } = command
  return engine.commands.once(CHAT_COMMANDS.deny, command, keep =>
    decide(engine, command, keep, () => ({ state: settledWith('denied', toSentence(reason), engine.clock()) })),
  )
}

interface Decided {
  readonly state: CallState
  readonly settings?: (settings: ChatSettings) => ChatSettings
}

async function decide(
  engine: EngineContext,
  { chatId, callId }: Pick<ChatCommand<'approve'>, 'chatId' | 'callId'>,
  keep: Parameters<typeof resume>[1]['keep'],
  decideOn: (call: Call) => Decided,
): Promise<ChatAnswer<'approve'>> {
  return engine.chats.hold(chatId, async () => {
    const { call } = await readCall(engine, chatId, callId)
    if (call.state.kind !== 'proposed') {
      throw new EngineError('call-decided', `this call is ${call.state.kind} already; nothing was done`)
    }
    const { state, settings } = decideOn(call)
    const answer = await readAnswer(engine.store, chatId, call.messageId)
    const decision = { answer, calls: [{ ...call, state }], keep }
    return resume(engine, settings === undefined ? decision : { ...decision, settings })
  })
}

/** From the next call on the tool runs by itself in this chat, until the user changes that. */
function withAuto(name: string) {
  return (settings: ChatSettings): ChatSettings => ({
    ...settings,
    tools: settings.tools.map(choice => (choice.name === name ? { ...choice, policy: 'auto' } : choice)),
  })
}

function toSentence(reason: string): string {
  return reason.trim() === '' ? 'The user denied this call.' : `The user denied this call: ${reason.trim()}`
}
