export type { ChatHistoryOptions } from './chat-histories.ts'
export { chatHistories } from './chat-histories.ts'
export type { HistoryBuilder, MessageFacts } from './history-builder.ts'
export { createHistoryBuilder } from './history-builder.ts'
export type { IdsInTurn } from './ids-in-turn.ts'
export { idsInTurn } from './ids-in-turn.ts'
export { jsonValues } from './json-values.ts'
export { answered, asked, called, exactCostOf, request, resulted, titled } from './message-facts.ts'
export {
  answerEnds,
  answerParts,
  callDrafts,
  fileParts,
  origins,
  requestFacts,
  resultDrafts,
  textParts,
  usages,
  userParts,
} from './parts.ts'
export type { ChatHistory } from './player.ts'
export { hugeTexts, texts } from './texts.ts'
