export { rollUpsBuiltNote } from '../ledger/roll-ups.ts'
export { comparableRows } from './comparable-rows.ts'
export { listPrices } from './list-prices.ts'
export type { LongChatOptions } from './long-chat.ts'
export { idsIn, lastOf, messagesIn, NARROW, openLongChat, summariesIn, textAsked } from './long-chat.ts'
export { createMemoryDirectories } from './memory-directories.ts'
export { openMortalHome } from './mortal-home.ts'
export { readLedger } from './read-ledger.ts'
export type { ScriptedCall } from './scripted-calls.ts'
export { arriving, calling, lastTexts } from './scripted-calls.ts'
export type { Script, ScriptedModels } from './scripted-models.ts'
export {
  beginning,
  createScriptedModels,
  finished,
  hanging,
  saying,
  scriptedChoice,
  scriptedFacts,
  untilStopped,
} from './scripted-models.ts'
export type { LogEntry, TestEngine, TestHome } from './test-home.ts'
export {
  createTestToolbox,
  openMemoryHome,
  openTestEngine,
  randomBytes,
  scriptedSettings,
  writeChat,
} from './test-home.ts'
export type { TestPage } from './test-page.ts'
export { openPage } from './test-page.ts'
export { callStates, endIn, newKey, offering, openToolChat, transcriptOf } from './tool-chat.ts'
export { writeHistory } from './write-history.ts'
