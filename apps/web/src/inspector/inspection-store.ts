import { ApiError, type ChatId, type Client, type ContextSettings } from '@stet/api/client'
import { isLoaded, type LoadedInspection, type Place, toLoaded, toQuery, withPage } from './report-pages.ts'

/** What is known about the next request of a chat. */
export interface InspectionState {
  /** As the chat is set; null until the first answer came. */
  readonly own: LoadedInspection | null
  /** As it would be with settings that are not saved; null where there are none. */
  readonly whatIf: LoadedInspection | null
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

/** Inspects the next request whenever something changes that it depends on. Only the answer to the last question counts. */
export interface InspectionStore {
  state(): InspectionState
  /** What was asked last. */
  question(): Question
  subscribe(listener: () => void): () => void
  /** Asks after a pause, in place of every question that waits. */
  ask(change: Partial<Question>, pause: number): void
  /** Loads the messages of a long report at a place that is looked at. They stay loaded when something else is asked. */
  want(place: Place): void
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
  let wanted: Place | null = null
  let isLoading = false
  const listeners = new Set<() => void>()

  function set(next: Partial<InspectionState>): void {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  function read(place: Place | null) {
    const { text, attachments, context } = question
    const page = place === null ? {} : toQuery(place)
    return Promise.all([
      client.inspect(chatId, { context: null, text, attachments, ...page }),
      context === null ? null : client.inspect(chatId, { context, text, attachments, ...page }),
    ])
  }

  /** What is no longer asked is dropped: its answer, and why there is none. */
  async function answer(number: number): Promise<void> {
    try {
      const [own, whatIf] = await read(null)
      if (number !== newest) return
      set({
        own: toLoaded(own, state.own),
        whatIf: whatIf && toLoaded(whatIf, state.whatIf),
        loading: false,
        error: null,
      })
      await loadWanted()
    } catch (error) {
      if (!(error instanceof ApiError)) onTrouble(error)
      else if (number === newest) set({ loading: false, error })
    }
  }

  async function loadWanted(): Promise<void> {
    const place = wanted
    const shown = state.whatIf ?? state.own
    if (place === null || shown === null || isLoading || isLoaded(shown, place)) return
    const number = newest
    isLoading = true
    try {
      const [own, whatIf] = await read(place)
      if (number === newest) {
        set({
          own: state.own && withPage(state.own, own, place),
          whatIf: whatIf && state.whatIf && withPage(state.whatIf, whatIf, place),
        })
      }
    } finally {
      isLoading = false
    }
    // Meanwhile another place may be looked at. A new question loads its own.
    if (wanted !== place && number === newest) await loadWanted()
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
      // The effect of discarded settings must not be shown beside those of the chat.
      set({ loading: true, ...(question.context === null ? { whatIf: null } : {}) })
      schedule(() => {
        if (number === newest) void answer(number)
      }, pause)
    },
    want(place) {
      wanted = place
      loadWanted().catch((error: unknown) => {
        if (!(error instanceof ApiError)) onTrouble(error)
        else set({ error })
      })
    },
    close() {
      newest += 1
      listeners.clear()
    },
  }
}
