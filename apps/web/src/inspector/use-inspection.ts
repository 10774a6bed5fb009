import type { ChatView, FilePart, MessageId, TokenCount } from '@stet/api/client'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { type MarginNote, toEarlierMargin, toMargin } from '../margin/margin.ts'
import { type AnswerDraft, type ContextDraft, useAnswerDraft, useContextDraft } from '../settings/use-settings-draft.ts'
import { useServices } from '../state/services.ts'
import { createInspectionStore, type InspectionState, type InspectionStore, type Question } from './inspection-store.ts'
import type { Place } from './report-pages.ts'

const CHAT_MS = 30
const SETTINGS_MS = 150
const TEXT_MS = 400

/** The next request of the open chat, and the settings it depends on. */
export interface InspectionOfChat {
  readonly state: InspectionState
  readonly draft: ContextDraft
  readonly answer: AnswerDraft
  /** What the margin says of a message, as the chat is set; null where it is not known. */
  readonly noteOn: (messageId: MessageId) => MarginNote | null
  /** Loads what the report of a long chat says at a place. */
  readonly want: (place: Place) => void
  readonly onDraft: (text: string, files: readonly FilePart[]) => void
  readonly retry: () => void
  /** The tokens of the request that is shown, as its provider counts them. */
  readonly count: () => Promise<TokenCount>
  /** What was asked last: the text in the composer, its files, and settings that are not saved. */
  readonly question: () => Question
}

export function useInspection({ chat, path }: ChatView): InspectionOfChat {
  const { client } = useServices()
  const [store, setStore] = useState<InspectionStore | null>(null)
  const draft = useContextDraft(chat)
  const answer = useAnswerDraft(chat)
  const last = path.at(-1)?.id ?? null
  // A summary is added in the middle of the path: its end stays the same, the newest message does not.
  const newest = path.reduce((order, message) => Math.max(order, message.order), 0)

  useEffect(() => {
    const schedule = (task: () => void, milliseconds: number) => void setTimeout(task, milliseconds)
    const opened = createInspectionStore({ chatId: chat.id, client, schedule, onTrouble: reportError })
    setStore(opened)
    return () => opened.close()
  }, [client, chat.id])

  const { marks, lifts, settings } = chat
  // biome-ignore lint/correctness/useExhaustiveDependencies: the server knows the chat; these say only that it has changed
  useEffect(() => store?.ask({}, CHAT_MS), [store, last, newest, marks, lifts, settings])
  useEffect(() => store?.ask({ context: draft.changed }, SETTINGS_MS), [store, draft.changed])

  const state = useSyncExternalStore(store?.subscribe ?? noSubscription, store?.state ?? (() => nothingYet))
  const { own } = state
  const noteOn = useMemo(() => {
    if (own === null) return () => null
    const { earlier } = own.report
    const notes = toMargin(own.messages, own.page.count, earlier)
    const before = earlier === null ? null : toEarlierMargin(earlier, path)
    return (messageId: MessageId) => notes.get(messageId) ?? before?.get(messageId) ?? null
  }, [own, path])

  return {
    state,
    draft,
    answer,
    noteOn,
    want: useCallback((place: Place) => store?.want(place), [store]),
    onDraft: useMemo(
      () => (text: string, files: readonly FilePart[]) =>
        store?.ask({ text, attachments: files.map(({ blob, name }) => ({ blob, name })) }, TEXT_MS),
      [store],
    ),
    retry: () => store?.ask({}, 0),
    count: () => client.countTokens(chat.id, store?.question() ?? noQuestion),
    question: () => store?.question() ?? noQuestion,
  }
}

const noQuestion: Question = { text: '', attachments: [], context: null }
const nothingYet: InspectionState = { own: null, whatIf: null, loading: true, error: null }

function noSubscription(): () => void {
  return () => undefined
}
