export type { Assembly } from './assemble.ts'
export { assemble } from './assemble.ts'
export type { CachedSummary, CachedSummaryOptions } from './cached-summary.ts'
export { cachedSummary } from './cached-summary.ts'
export { isCompactionDue } from './compaction/compaction-due.ts'
export type { CompactionPlan, CompactionStage, PlainMessage } from './compaction/compaction-plan.ts'
export type { LedgerOptions, SummaryTexts } from './compaction/fact-ledger.ts'
export {
  factLedger,
  lostFacts,
  sourcesOf,
  toSource,
  truncatedWithFacts,
  withFacts,
} from './compaction/fact-ledger.ts'
export { compactionLimit } from './compaction/measure-view.ts'
export type { CompactionOptions } from './compaction/plan-compaction.ts'
export { planCompaction, planInSteps } from './compaction/plan-compaction.ts'
export type { CompactionReport, PlannedCompaction } from './compaction/report-compaction.ts'
export { reportCompaction } from './compaction/report-compaction.ts'
export type { Chunk, SerialiseOptions } from './compaction/serialise-for-summary.ts'
export { serialiseForSummary, serialiseInSteps } from './compaction/serialise-for-summary.ts'
export type { CachedPromptOptions, PromptText, SummaryPromptOptions } from './compaction/summary-prompt.ts'
export {
  cachedPrompt,
  promptBy,
  promptWith,
  SNAPSHOT_INSTRUCTION,
  SUMMARY_INSTRUCTION,
  snapshotPrompt,
  summaryPrompt,
} from './compaction/summary-prompt.ts'
export type { ChunkRoomOptions } from './compaction/summary-size.ts'
export { chunkRoom } from './compaction/summary-size.ts'
export type { Summarised } from './compaction/to-blocks.ts'
export { partlyTruncated, truncatedSummary } from './compaction/truncated-summary.ts'
export type { SummaryAnswer, ValidatedSummary } from './compaction/validate-summary.ts'
export { validateSummary } from './compaction/validate-summary.ts'
export type { Fact, FactKind, FactSource } from './content/facts-of.ts'
export { factsOf, rankedFacts } from './content/facts-of.ts'
export { fingerprint } from './content/fingerprint.ts'
export type {
  AnthropicBlock,
  AnthropicBlockLike,
  AnthropicMessage,
  AnthropicMessageLike,
  AnthropicTool,
  AnthropicToolLike,
} from './converters/anthropic-shapes.ts'
export type { Conversation, ModelOptions } from './converters/conversation.ts'
export { addSummary, inputOf } from './converters/conversation.ts'
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
export type {
  AssembleInput,
  CacheState,
  ContextDocument,
  Economy,
  PreviousRequest,
  RequestBlock,
  SummaryShares,
} from './draft/assemble-input.ts'
export type { Budget } from './draft/budget-of.ts'
export { budgetOf } from './draft/budget-of.ts'
export type { Fate, ForgettingChoice, Note } from './draft/draft.ts'
export { bindingOf, manifestOf } from './draft/request-blocks.ts'
export type { Steps } from './draft/steps.ts'
export type { LayerCounts, LayerName, LayerNote } from './layers/pipeline.ts'
export { layerLabel } from './layers/pipeline.ts'
export type { LeftOut } from './markers/left-out.ts'
export { findLeftOut } from './markers/left-out.ts'
export { MARKER_TOKENS } from './markers/marker.ts'
export type { CannotFit, LargeThing } from './report/cannot-fit.ts'
export type { BlockChange, CompareOptions, Comparison, MessageChange, Money, Side } from './report/compare-reports.ts'
export { compareReports } from './report/compare-reports.ts'
export type { InputCost, PriceList } from './report/input-cost.ts'
export { inputCost } from './report/input-cost.ts'
export type {
  BlockReport,
  BudgetReport,
  CacheReport,
  EarlierReport,
  MessageReport,
  MovedBy,
  Report,
  UsedTokens,
} from './report/report.ts'
export { fromReportLines, toReportLines } from './report/report-lines.ts'
export { ASSUMED_WINDOW, defaultContextSettings, parseContextSettings } from './settings.ts'
export type { TitlePlan } from './title.ts'
export { TITLE_INSTRUCTION, textIn, toTitle, toTitleRequest } from './title.ts'
export { estimateTokens, MESSAGE_OVERHEAD } from './tokens/estimate-tokens.ts'
export type { TextFeature } from './tokens/text-features.ts'
export { countFeatures, textFeatures } from './tokens/text-features.ts'
export type { EstimatedRequest, TokenCorrection } from './tokens/token-correction.ts'
export {
  carriesFiles,
  correctEstimate,
  correctionFactor,
  estimateRequest,
  noCorrection,
} from './tokens/token-correction.ts'
export type { RememberedTokenCounts, TokenCounter, TokenCounts, TokenCountsOptions } from './tokens/token-counts.ts'
export { createTokenCounts } from './tokens/token-counts.ts'
