import type { AnswerSettings, Json, ModelFacts, Usage } from '@stet/history'
import type { ModelErrorKind } from '../model-error.ts'
import type { Answer, AnsweredPart } from '../model-event.ts'

/** An answer as a protocol sends it, written by hand, and what it is read as. */
export interface Scenario {
  /** The events of the stream, each as its JSON. */
  readonly events: readonly Json[]
  /** The same answer without streaming; null where it cannot come so. */
  readonly whole: Json | null
  readonly settings?: Partial<AnswerSettings>
  readonly expected: {
    readonly end: Answer['end']
    readonly parts: readonly AnsweredPart[]
    readonly usage: Usage | null
    /** The content of the native form, as it is replayed. */
    readonly native: Json
  }
}

/** Why a family has no such answer. */
export interface Absent {
  readonly absent: string
}

export interface Scenarios {
  /** With characters of two to four bytes, in several deltas. */
  readonly text: Scenario
  readonly thinking: Scenario | Absent
  readonly redactedThinking: Scenario | Absent
  readonly oneCall: Scenario
  readonly severalCalls: Scenario
  readonly noArgumentCall: Scenario
  readonly webSearch: Scenario | Absent
  /** The provider fetches pages itself: one is read and cited, another cannot be read (T8). */
  readonly webFetch: Scenario | Absent
  readonly refusal: Scenario | Absent
  readonly length: Scenario
  /** Cache reads and, where the family reports them, writes, reasoning and searches: nothing counted twice. */
  readonly cacheUsage: Scenario
  /** The start of the answer comes twice: nothing is doubled (FP-15). */
  readonly duplicatedStart: Scenario | Absent
  /** Another start comes in the middle (FP-15). */
  readonly splicedStart: Scenario | Absent
  /** Events and blocks that we do not know: they show nothing, and blocks are kept in the native form. */
  readonly unknownContent: Scenario
  readonly madeFile: Scenario | Absent
}

export interface FailingStream {
  readonly name: string
  readonly events: readonly Json[]
  readonly kind: ModelErrorKind
  readonly retryable: boolean
  /** The texts of all deltas that came before it. */
  readonly published: string
}

export interface RefusalCase {
  readonly name: string
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: Json
  readonly kind: ModelErrorKind
  readonly retryable: boolean
}

export interface WireCallFacts {
  /** Null for a call without id, as some servers send it. */
  readonly id: string | null
  readonly tool: string
  readonly input: string
}

export interface ProviderFixtures {
  readonly facts: ModelFacts
  /** The content type of a streamed answer. Faults of server-sent events are tried only on `text/event-stream`. */
  readonly streamType: string
  /** One event as the bytes that carry it. */
  readonly frame: (event: Json) => string | Uint8Array<ArrayBuffer>
  /** What follows the last event of every whole answer, such as `data: [DONE]`. */
  readonly terminator: readonly string[]
  /** How many events at the end may be missing, such as figures after the event that ends the answer. Zero by default. */
  readonly trailing?: number
  /** Whether the protocol sends final texts, which win over deltas that differ. */
  readonly corrects?: boolean
  readonly scenarios: Scenarios
  /** A whole answer of this text, in at least two deltas. */
  readonly say: (text: string) => readonly Json[]
  /** A whole answer of these calls; null where the family's wire cannot carry such an input. */
  readonly call: (calls: readonly WireCallFacts[]) => readonly Json[] | null
  /** Whole answers whose figures cannot be taken: missing, negative, null, a word. By name. */
  readonly brokenUsage: Readonly<Record<string, readonly Json[]>>
  /** Errors within a stream that began well: at its very start, and in mid-stream. */
  readonly failures: readonly FailingStream[]
  /** Refusals whose error bodies say more than their status: context too long, a spend limit, replay refused. */
  readonly refusals: readonly RefusalCase[]
  /** What of the native content must be found in the body of the next request; its JSON by default. */
  readonly replayed?: (native: Json) => readonly string[]
  /** Files of recorded answers that this family reads, and how each ends. */
  readonly recorded: readonly { readonly file: string; readonly ends: Answer['end'] | ModelErrorKind }[]
}
