import { ApiError, type ChatId, type Client, type ContextSettings, type Inspection } from '@stet/api/client'

/** What the next request of a chat would be, as far as it is known. */
export interface InspectionState {
  /** As the chat is set; null until the first answer came. */
  readonly own: Inspection | null
  /** As it would be with settings that are not saved; null where there are none. */
  readonly whatIf: Inspection | null
  readonly loading: boolean
  /** Why the last question has no answer; what was known before stays. */
  readonly error: ApiError | null
}

export interface Question {
  /** What is in the composer. */
  readonly text: string
  readonly attachments: readonly { readonly blob: string; readonly name: string }[]
  /** Settings that are not saved; null where there are none. */
  readonly context: ContextSettings | null
}

/** Asks about the next request whenever something changes that it depends on, and answers only to the last question. */
export interface InspectionStore {
  state(): InspectionState
  /** What was asked last. */
  question(): Question
  subscribe(listener: () => void): () => void
  /** Asks after a pause, in place of every question that waits. */
  ask(change: Partial<Question>, pause: number): void
  close(): void
}

export interface InspectionStoreOptions {
  readonly chatId: ChatId
  readonly client: Pick<Client, 'inspect'>
  readonly schedule: (task: () => void, milliseconds: number) => void
  readonly onTrouble: (error: unknown) => void
}

export function createInspectionStore({
  chatId,
  client,
  schedule,
  onTrouble,
}: InspectionStoreOptions): InspectionStore {
  let state: InspectionState = { own: null, whatIf: null, loading: true, error: null }
  let question: Question = { text: '', attachments: [], context: null }
  let newest = 0
  const listeners = new Set<() => void>()

  function set(next: Partial<InspectionState>): void {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  async function answer(number: number): Promise<void> {
    const { text, attachments, context } = question
    const answers = [
      client.inspect(chatId, { context: null, text, attachments }),
      context === null ? null : client.inspect(chatId, { context, text, attachments }),
    ] as const
    try {
      const [own, whatIf] = await Promise.all(answers)
      if (number === newest) set({ own, whatIf, loading: false, error: null })
    } catch (error) {
      if (!(error instanceof ApiError)) onTrouble(error)
      else if (number === newest) set({ loading: false, error })
    }
  }

  return {
    state: () => state,
    question: () => question,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ask(change, pause) {
      question = { ...question, ...change }
      newest += 1
      const number = newest
      // What was true of settings that are gone must not be shown beside those of the chat.
      set({ loading: true, ...(question.context === null ? { whatIf: null } : {}) })
      schedule(() => {
        if (number === newest) void answer(number)
      }, pause)
    },
    close() {
      newest += 1
      listeners.clear()
    },
  }
}
