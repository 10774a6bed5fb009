export { anySettings } from './any-settings.ts'
export { chatHistories } from './chat-histories.ts'
export {
  answered,
  asked,
  called,
  createHistoryBuilder,
  type HistoryBuilder,
  request,
  resulted,
  titled,
} from './history-builder.ts'
export {
  origins,
  userParts,
} from './parts.ts'
export { jsonValues, texts } from './texts.ts'
