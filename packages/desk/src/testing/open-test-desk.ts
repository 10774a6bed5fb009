import {
  createScriptedModels,
  openTestEngine,
  saying,
  scriptedFacts,
  type TestEngine,
  type TestHome,
} from '@stet/engine/testing'
import { createDesk } from '../create-desk.ts'
import type { Desk, DeskDeps } from '../desk.ts'

interface DeskOptions extends Partial<Pick<DeskDeps, 'clock' | 'fallback'>> {
  readonly engine?: Omit<Parameters<typeof openTestEngine>[1], 'models'>
}

interface TestDesk {
  readonly home: TestHome
  readonly engine: TestEngine['engine']
  readonly desk: Desk
}

/** A desk over a real engine whose model answers “Yes.”, wired as in a home. */
export async function openTestDesk(home: TestHome, options: DeskOptions = {}): Promise<TestDesk> {
  const { clock = () => 5, fallback = scriptedFacts } = options
  const models = createScriptedModels(() => saying('Yes.'))
  const { engine } = await openTestEngine(home, { ...options.engine, models })
  const desk = createDesk({
    store: home.store,
    events: engine,
    clock,
    randomBytes: count => crypto.getRandomValues(new Uint8Array(count)),
    running: engine.isRunning,
    waitsAt: engine.waitsAt,
    shownPath: engine.shownPath,
    activeChats: engine.activeChats,
    fileIndex: { state: () => ({ kind: 'current' }) },
    search: { find: async () => [], state: () => ({ kind: 'current', skipped: 0 }) },
    renderPrompt: engine.renderPrompt,
    promptValues: engine.promptValuesOf,
    inspectNew: engine.inspectNew,
    tools: engine.tools,
    deleteChatsOf: engine.deleteChatsOf,
    models,
    fallback,
  })
  return { home, engine, desk }
}
