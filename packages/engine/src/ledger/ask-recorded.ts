import { type Answer, type ModelCall, ModelError, type Models } from '@stet/models'
import type { Log } from '../runtime/log.ts'
import { untilAborted } from '../runtime/until-aborted.ts'
import type { RecordedRequest } from './open-request.ts'
import type { RequestEnd } from './request-end.ts'

interface AskDeps {
  readonly models: Pick<Models, 'stream'>
  readonly log: Log
}

/** Asks a model for a whole answer. A request that fails or is stopped is complete in the ledger when this returns; `what` names it in errors. */
export async function askRecorded(
  deps: AskDeps,
  call: Omit<ModelCall, 'onSent' | 'onUsage'>,
  recorded: RecordedRequest,
  what: string,
): Promise<Answer | 'aborted'> {
  let reported: Pick<RequestEnd, 'usage' | 'rawUsage'> = { usage: null, rawUsage: null }
  const arrived: string[] = []
  const onUsage: NonNullable<ModelCall['onUsage']> = report => {
    reported = report
  }
  // What was reported or had arrived by then was paid for (U1).
  const cutShort = (state: 'stopped' | 'failed') => recorded.endAlone({ state, ...reported, arrived: arrived.join('') })
  try {
    const sending = { ...call, onSent: recorded.onSent, onUsage }
    const written = await ask(deps, sending, what, text => arrived.push(text))
    if (written === 'aborted') await cutShort('stopped')
    return written
  } catch (error) {
    await cutShort('failed')
    throw error
  }
}

async function ask(
  { models, log }: AskDeps,
  call: ModelCall,
  what: string,
  onText: (text: string) => void,
): Promise<Answer | 'aborted'> {
  const late = (error: unknown) => log.warn(`the stream of ${what} failed while it was closed`, { error })
  for await (const event of untilAborted(models.stream(call), call.signal, late)) {
    if (event.kind === 'answer-finished') return event.answer
    if (event.kind === 'part-delta') onText(event.text)
  }
  if (call.signal.aborted) return 'aborted'
  throw new ModelError('protocol', { message: `The stream of ${what} broke off before its end.` })
}
