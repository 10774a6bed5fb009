export { createJavaScript } from './javascript/javascript.ts'
export { createSandbox, type ScriptWorker } from './javascript/sandbox.ts'
export { createWebWorkers } from './javascript/web-workers.ts'
export {
  LARGEST_MESSAGE,
  type McpCatalog,
  type McpCompletion,
  type McpConnection,
  type McpContent,
  McpError,
  type McpPrompt,
  type McpQuestion,
  type McpReply,
  type McpResource,
  type McpTemplate,
  type McpTool,
} from './mcp/mcp.ts'
export {
  type McpChallenge,
  type McpClientGiven,
  type McpCredentials,
  type McpSignInStart,
  NO_CREDENTIALS,
} from './mcp/mcp-sign-in.ts'
export { createMcpSession, type McpSession, type McpStatus } from './mcp/session.ts'
export { type AskingCall, toTool } from './mcp/to-tool.ts'
export { nameTools } from './mcp/tool-names.ts'
export { RETURN, returnTool } from './minion/return.ts'
export type {
  ImageEnd,
  ImageRequest,
  SamplingPlan,
  SamplingRequest,
  ToolBlobs,
  ToolFiles,
  ToolImages,
  ToolRecall,
  ToolSampling,
  ToolSearch,
} from './ports.ts'
export { isFields, readInput } from './read-input.ts'
export { drawDiff } from './text-files/draw.ts'
export { numbered, replaceOnce } from './text-files/edit-text.ts'
export type {
  ChildEnd,
  ChildRun,
  ChildRuns,
  ParsedInput,
  Tool,
  ToolContext,
  ToolNeed,
  ToolOption,
  ToolOptionValues,
  ToolPlace,
  ToolProgress,
  ToolResult,
} from './tool.ts'
export { done, drawn, failed, optionsOf, policyOf } from './tool.ts'
export { TOOLS } from './tools.ts'
export { askService, type SearchConnection, WebSearchError } from './web-search/ask-service.ts'
export {
  SEARCH_SERVICES,
  type SearchServiceFacts,
  type SearchServiceName,
  type WebHit,
} from './web-search/search-services.ts'
export { createWebSearch } from './web-search/web-search.ts'
