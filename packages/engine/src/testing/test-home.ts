import { defaultContextSettings } from '@stet/context'
import { createFiles } from '@stet/files'
import {
  blankChat,
  type Chat,
  type ChatId,
  type ChatSettings,
  defaultAnswerSettings,
  defaultWordingSettings,
  makeId,
} from '@stet/history'
import { createMemoryDatabase, type Journal, openMemoryJournal, type Store, toChatPut } from '@stet/store'
import type { Tool, ToolNeed } from '@stet/tools'
import { createToolbox, type Toolbox, type ToolboxDeps } from '../calls/toolbox.ts'
import { createEngine, type HomeEngine } from '../create-engine.ts'
import type { EngineDeps } from '../engine-context.ts'
import { createScriptedModels, saying, scriptedChoice, scriptedFacts } from './scripted-models.ts'

/** What outlives an engine: a crash is another engine over the same home. */
export interface TestHome {
  readonly store: Store
  readonly journal: Journal
}

export interface LogEntry {
  readonly level: 'warn' | 'error'
  readonly message: string
  readonly facts: Readonly<Record<string, unknown>>
}

export interface TestEngine {
  readonly engine: HomeEngine
  readonly logged: readonly LogEntry[]
}

export function openMemoryHome(): TestHome {
  return { store: createMemoryDatabase().openStore('owner'), journal: openMemoryJournal() }
}

export function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count))
}

/** An engine over a home, with a process of its own. Its clock counts its readings, and it waits for nothing. */
export async function openTestEngine(home: TestHome, parts: Partial<EngineDeps> = {}): Promise<TestEngine> {
  const logged: LogEntry[] = []
  const logTo =
    (level: LogEntry['level']) =>
    (message: string, facts: LogEntry['facts'] = {}) => {
      logged.push({ level, message, facts })
    }
  let now = 1_000_000
  const engine = await createEngine({
    ...home,
    models: createScriptedModels(() => saying('An ', 'answer.')),
    clock: () => {
      now += 1
      return now
    },
    randomBytes,
    boot: makeId('boot', randomBytes(20)),
    log: { warn: logTo('warn'), error: logTo('error') },
    pause: async () => undefined,
    ...parts,
  })
  return { engine, logged }
}

export const scriptedSettings: ChatSettings = {
  model: scriptedChoice,
  wording: defaultWordingSettings,
  documents: [],
  systemPrompt: '',
  // Markers have ids that no test can predict.
  context: { ...defaultContextSettings(scriptedFacts), markers: 'off' },
  answer: defaultAnswerSettings,
  tools: [],
}

/** An empty chat, as a desk makes it. */
export async function writeChat(store: Store, changes: Partial<Chat> = {}): Promise<ChatId> {
  const chat: Chat = {
    ...blankChat({
      id: makeId('chat', randomBytes(20)),
      workspaceId: makeId('ws', randomBytes(20)),
      settings: scriptedSettings,
      at: 0,
    }),
    ...changes,
  }
  await store.write([toChatPut(chat, { expect: 0, order: 'next' })])
  return chat.id
}

/** The tools of a home with empty files. */
export function createTestToolbox(
  tools: readonly Tool[],
  abilities: readonly ToolNeed[] = [],
  toolsOf: ToolboxDeps['toolsOf'] = async () => [],
): Toolbox {
  const clock = () => 0
  const files = createFiles({ store: openMemoryHome().store, clock, randomBytes })
  return createToolbox({ tools, toolsOf, abilities, files, clock })
}
