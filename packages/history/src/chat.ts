import type { CallId, ChatId, MessageId, WorkspaceId } from './id.ts'
import type { ModelChoice } from './model.ts'
import { type ListedFact, type PlainFacts, plainFacts } from './plain-facts.ts'
import type { AnswerSettings } from './settings/answer-settings.ts'
import type { ContextSettings } from './settings/context-settings.ts'
import type { WordingSettings } from './settings/wording-settings.ts'

/** The user's choice about one message (C19, W4). It is saved on the chat; the message is unchanged. */
export type Mark =
  | { readonly kind: 'pinned'; readonly messageId: MessageId }
  | { readonly kind: 'left-out'; readonly messageId: MessageId }
  | { readonly kind: 'released'; readonly messageId: MessageId; readonly blob: string }
  /** A sentence of a message that survives every summary (C22). */
  | { readonly kind: 'kept-text'; readonly messageId: MessageId; readonly text: string }

/** The checkpoint is not in force on paths that contain `below`. */
export interface Lift {
  readonly checkpoint: MessageId
  readonly below: MessageId
  /** Lifting switches automatic compaction off below it, until the user switches it on again (H6). */
  readonly automaticCompaction: 'off' | 'on'
  /**
   * Why a summary is not in force although the user did not lift it: it waits to be accepted, or was discarded or undone (X2). Its `below` is then
   * its parent, so that it is in force on no branch.
   */
  readonly because?: 'preview' | 'discarded'
}

/** What the user did to the checkpoints of a chat, oldest first, and what of it was undone, the next to redo last. */
export interface CheckpointSteps {
  readonly done: readonly CheckpointStep[]
  readonly undone: readonly CheckpointStep[]
}

export interface CheckpointStep {
  readonly kind: 'summarise' | 'preview' | 'edit' | 'clear' | 'lift' | 'hold' | 'discard' | 'resume-compaction'
  /** The checkpoint that it added, and what that hangs on; null where it added none. */
  readonly made: { readonly id: MessageId; readonly parentId: MessageId } | null
  /** The lifts on the other side of it: before it while it is done, after it while it is undone. */
  readonly lifts: readonly Lift[]
  /**
   * The rendered prompt on the other side of it, and when the one on this side was rendered; null where it rendered none. A prompt that was
   * rendered again since stays.
   */
  readonly prompt: { readonly other: RenderedPrompt | null; readonly at: number } | null
}

export interface ChatTitle {
  readonly text: string
  readonly by: 'model' | 'person'
}

export interface ChatSettings {
  readonly model: ModelChoice
  /** A template, see `PROMPT_VARIABLES`. */
  readonly systemPrompt: string
  readonly context: ContextSettings
  readonly answer: AnswerSettings
  readonly wording: WordingSettings
  /** In the order in which they are sent to the model. */
  readonly tools: readonly ToolChoice[]
  /** In the order in which they are sent. */
  readonly documents: readonly ContextFile[]
}

/** A file whose text goes with every request (C13). A workspace file goes as it was when it was chosen, so that the prefix stays. */
export interface ContextFile {
  readonly blob: string
  /** What the model reads as its name. */
  readonly name: string
  /** Of a workspace file when it was chosen; null for an attachment. */
  readonly path: string | null
}

/**
 * The system prompt as it was last rendered (W2): when the chat was made, at a checkpoint, or on request. Requests send this, so that no
 * clock and no changing listing moves their prefix.
 */
export interface RenderedPrompt {
  readonly at: number
  /** The system prompt of the settings with its variables filled in. */
  readonly text: string
  /** What each tool adds to it; tools that add nothing are missing. */
  readonly tools: readonly { readonly name: string; readonly text: string }[]
}

export type ChatPlace = PlainFacts['place']

/** The part of a chat that changes. Its messages never do. */
export interface Chat extends PlainFacts {
  readonly id: ChatId
  readonly workspaceId: WorkspaceId
  readonly createdAt: number
  /** When a run last started or ended, only for display; the list is sorted by the row's order. */
  readonly activeAt: number
  readonly title: ChatTitle | null
  readonly settings: ChatSettings
  /** Null until it was rendered: chats of earlier versions, whose prompt is sent as it is written. */
  readonly prompt: RenderedPrompt | null
  /** The message the user chose; the path continues from it to its newest descendant. */
  readonly tip: MessageId | null
  /** Leaves that were shown before, newest first, so that switching back returns to them (H4). */
  readonly recentTips: readonly MessageId[]
  readonly marks: readonly Mark[]
  readonly lifts: readonly Lift[]
  /** What the user did to the checkpoints of this chat, to be undone and redone (X2). */
  readonly checkpointSteps: CheckpointSteps
  readonly forkedFrom: { readonly chatId: ChatId; readonly messageId: MessageId } | null
  /** The call that this chat works for (T6). Such a chat is in no list, and is deleted with the message that makes the call. */
  readonly calledBy: { readonly chatId: ChatId; readonly callId: CallId } | null
}

type ChatFacts = Omit<Chat, 'id' | 'workspaceId' | 'createdAt' | 'activeAt' | 'settings'>

/**
 * `blank` is what a new chat has, and what a row reads as that was written before the fact existed. `fork` says whether a fork has it too; facts
 * that name messages are filled in by the forker.
 */
const FACTS: { readonly [Name in keyof ChatFacts]: { readonly blank: Chat[Name]; readonly fork: 'copied' | 'blank' } } =
  {
    ...plainFacts,
    title: { blank: null, fork: 'copied' },
    prompt: { blank: null, fork: 'copied' },
    tip: { blank: null, fork: 'blank' },
    recentTips: { blank: [], fork: 'blank' },
    marks: { blank: [], fork: 'blank' },
    lifts: { blank: [], fork: 'blank' },
    checkpointSteps: { blank: { done: [], undone: [] }, fork: 'blank' },
    forkedFrom: { blank: null, fork: 'blank' },
    calledBy: { blank: null, fork: 'blank' },
  }

/** The facts of a chat in which nothing was said. */
export const blankFacts = Object.fromEntries(
  Object.entries(FACTS).map(([name, { blank }]) => [name, blank]),
) as unknown as ChatFacts

/** A chat in which nothing was said, of this moment. */
export function blankChat(facts: Pick<Chat, 'id' | 'workspaceId' | 'settings'> & { readonly at: number }): Chat {
  const { at, ...chat } = facts
  return { ...chat, ...blankFacts, createdAt: at, activeAt: at }
}

/** A new chat with the settings and the facts of another that a fork has too, and without its messages. */
export function blankFork(source: Chat, made: { readonly id: ChatId; readonly at: number }): Chat {
  const { workspaceId, settings } = source
  const copied = Object.entries(FACTS).flatMap(([name, { fork }]) =>
    fork === 'copied' ? [[name, Reflect.get(source, name)]] : [],
  )
  return { ...blankChat({ ...made, workspaceId, settings }), ...Object.fromEntries(copied) }
}

/** The fields of a chat that name messages, and so change when messages are deleted or copied. */
export type ChatReferences = Pick<Chat, 'tip' | 'recentTips' | 'marks' | 'lifts' | 'checkpointSteps'>

/** Whether a call runs by itself, waits for the user, or is refused. */
export type ToolPolicy = 'auto' | 'confirm' | 'deny'

/** What the user can set about a tool: a switch, a number, a choice or a long text, a model. */
export type ToolOptionValue = boolean | number | string | ModelChoice

/** A tool that a chat offers its model (T1). */
export interface ToolChoice {
  readonly name: string
  /** Null for the tool's own. */
  readonly policy: ToolPolicy | null
  /** Those that differ from the tool's own. */
  readonly options: Readonly<Record<string, ToolOptionValue>>
}

/** A chat as a list shows it. */
export type ChatEntry = Pick<Chat, 'id' | 'title' | 'activeAt' | ListedFact>

export function toChatEntry(chat: Chat): ChatEntry {
  const { id, title, activeAt } = chat
  const listed = Object.entries(plainFacts).flatMap(([name, { listed }]) =>
    listed ? [[name, Reflect.get(chat, name)]] : [],
  )
  return { id, title, activeAt, ...(Object.fromEntries(listed) as Pick<PlainFacts, ListedFact>) }
}
