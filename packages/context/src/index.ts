export type { Assembly } from './assemble.ts'
export { assemble } from './assemble.ts'
export type { AssembleInput, CacheState, ContextDocument, PreviousRequest, RequestBlock } from './assemble-input.ts'
export type { Budget } from './budget-of.ts'
export { budgetOf } from './budget-of.ts'
export type { CannotFit, LargeThing } from './cannot-fit.ts'
export type { ChunkRoomOptions } from './compaction/chunk-room.ts'
export { chunkRoom } from './compaction/chunk-room.ts'
export type { CompactionPlan, CompactionStage, PlainMessage } from './compaction/compaction-plan.ts'
export { compactionLimit, isCompactionDue } from './compaction/is-compaction-due.ts'
export type { CompactionOptions } from './compaction/plan-compaction.ts'
export { planCompaction } from './compaction/plan-compaction.ts'
export type { PromptText, SummaryPromptOptions } from './compaction/prompt-frame.ts'
export type { CompactionReport, PlannedCompaction } from './compaction/report-compaction.ts'
export { reportCompaction } from './compaction/report-compaction.ts'
export type { Chunk, SerialiseOptions } from './compaction/serialise-for-summary.ts'
export { serialiseForSummary } from './compaction/serialise-for-summary.ts'
export { snapshotPrompt } from './compaction/snapshot-prompt.ts'
export { summaryPrompt } from './compaction/summary-prompt.ts'
export type { Summarised } from './compaction/to-blocks.ts'
export { truncatedSummary } from './compaction/truncated-summary.ts'
export type { SummaryAnswer, ValidatedSummary } from './compaction/validate-summary.ts'
export { validateSummary } from './compaction/validate-summary.ts'
export type { BlockChange, CompareOptions, Comparison, MessageChange, Money, Side } from './compare-reports.ts'
export { compareReports } from './compare-reports.ts'
export type {
  AnthropicBlock,
  AnthropicBlockLike,
  AnthropicMessage,
  AnthropicMessageLike,
  AnthropicTool,
  AnthropicToolLike,
} from './converters/anthropic-shapes.ts'
export type { Conversation, ModelOptions } from './converters/conversation.ts'
export { inputOf } from './converters/conversation.ts'
export type { AnthropicBodyLike, AnthropicConversation, AnthropicOriginals } from './converters/from-anthropic.ts'
export { fromAnthropic } from './converters/from-anthropic.ts'
export type { OpenAiConversation, OpenAiOriginals } from './converters/from-openai.ts'
export { fromOpenAi } from './converters/from-openai.ts'
export type {
  OpenAiMessage,
  OpenAiMessageLike,
  OpenAiTool,
  OpenAiToolLike,
} from './converters/openai-shapes.ts'
export type { AnthropicBody } from './converters/to-anthropic.ts'
export { toAnthropic } from './converters/to-anthropic.ts'
export type { OpenAiBody } from './converters/to-openai.ts'
export { toOpenAi } from './converters/to-openai.ts'
export type { InputCost, PriceList } from './input-cost.ts'
export { inputCost } from './input-cost.ts'
export { manifestOf } from './manifest-of.ts'
export type { Fate, LayerName, Note } from './note.ts'
export type {
  BlockReport,
  BudgetReport,
  CacheReport,
  EarlierReport,
  MessageReport,
  MovedBy,
  Report,
  UsedTokens,
} from './report.ts'
export { fromReportLines, toReportLines } from './report-lines.ts'
export { ASSUMED_WINDOW, defaultContextSettings, parseContextSettings } from './settings.ts'
export { textIn } from './title/text-in.ts'
export { toTitle } from './title/to-title.ts'
export type { TitlePlan } from './title/to-title-request.ts'
export { TITLE_INSTRUCTION, toTitleRequest } from './title/to-title-request.ts'
export type { TokenCounts } from './token-counts.ts'
export { MESSAGE_OVERHEAD } from './token-counts.ts'
export type { RememberedTokenCounts, TokenCounter, TokenCountsOptions } from './tokens/create-token-counts.ts'
export { createTokenCounts } from './tokens/create-token-counts.ts'
export { estimateRequest } from './tokens/estimate-request.ts'
export { estimateTokens } from './tokens/estimate-tokens.ts'
export type { TextFeature } from './tokens/text-features.ts'
export { countFeatures, textFeatures } from './tokens/text-features.ts'
export type { EstimatedRequest, TokenCorrection } from './tokens/token-correction.ts'
export { correctEstimate, correctionFactor, noCorrection } from './tokens/token-correction.ts'
