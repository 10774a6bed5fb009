import { ModelError, type ModelErrorFacts, type ModelErrorKind } from '../../model-error.ts'
import type { Scene } from '../scene.ts'

interface Failure {
  readonly matches: RegExp
  readonly kind: ModelErrorKind
  readonly what: string
  readonly facts?: Omit<ModelErrorFacts, 'message' | 'cause'>
  /** What is written before it fails. */
  readonly after?: string
}

/** In the order in which their words are looked for; the last is for an error that was not named. */
const failures: readonly Failure[] = [
  {
    matches: /\bmid[- ]?(?:stream|way|answer|sentence)\b|\bhalf[- ]?way\b/iu,
    kind: 'network',
    what: 'the connection was lost in the middle of the answer',
    after:
      'This answer begins like any other. It has something to say and is on its way to saying it, a few words at a time, when all of a sudden the',
  },
  {
    matches: /\bcontext\b|\btoo long\b|\bwindow\b/iu,
    kind: 'context-too-long',
    what: 'the request is longer than the window of the model',
    facts: { status: 400 },
  },
  {
    matches: /\brate\b|\blimit(?:ed)?\b|\b429\b/iu,
    kind: 'rate-limited',
    what: 'too many requests',
    facts: { status: 429, retryAfterMs: 5_000 },
  },
  {
    matches: /\boverload(?:ed)?\b|\bbusy\b|\b5(?:03|29)\b/iu,
    kind: 'overloaded',
    what: 'the model is overloaded',
    facts: { status: 529 },
  },
  { matches: /\bauth\b|\bkey\b|\b40[13]\b/iu, kind: 'auth', what: 'the key was rejected', facts: { status: 401 } },
  { matches: /\bnetwork\b|\bconnection\b|\boffline\b/iu, kind: 'network', what: 'the provider cannot be reached' },
  { matches: /\bprotocol\b|\bgarbage\b/iu, kind: 'protocol', what: 'the answer could not be read' },
  { matches: /\bnot[- ]found\b|\b404\b/iu, kind: 'not-found', what: 'no such model', facts: { status: 404 } },
  {
    matches: /\breplay\b/iu,
    kind: 'replay-refused',
    what: 'content of an earlier answer was not accepted',
    facts: { status: 400 },
  },
  { matches: /\brefused?\b/iu, kind: 'refused', what: 'the request was refused', facts: { status: 400 } },
  { matches: /(?:)/u, kind: 'invalid-request', what: 'the request is not valid', facts: { status: 400 } },
]

/** Only a message that asks for an error gets one: a user who writes about an error of their own gets no failure. */
export const failure: Scene = {
  name: 'failure',
  invitation: {
    say: 'error',
    get: 'an error; or name one, as in `error rate limit`, `error overloaded`, `error key`, `error mid-stream`',
  },
  matches: /^(?:please )?(?:(?:show|give|throw|raise|make|cause)(?: me)? )?(?:an? |the )?errors?\b/iu,
  play: ({ text }) => {
    const found = failures.find(({ matches }) => matches.test(text))
    if (found === undefined) throw new Error('the last failure matches every text')
    const { kind, what, facts, after } = found
    return {
      parts: after === undefined ? [] : [{ kind: 'text', text: after }],
      outcome: new ModelError(kind, { message: `The demo model failed because it was asked to: ${what}.`, ...facts }),
    }
  },
}
