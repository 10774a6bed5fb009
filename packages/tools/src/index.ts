export { createJavaScript } from './javascript/javascript.ts'
export { createSandbox, type Sandbox, type ScriptWorker } from './javascript/sandbox.ts'
export type { ToolBlobs, ToolFile, ToolFileContent, ToolFiles } from './ports.ts'
export { readInput } from './read-input.ts'
export type {
  ChildEnd,
  ChildRun,
  ChildRuns,
  Tool,
  ToolContext,
  ToolNeed,
  ToolOption,
  ToolOptions,
  ToolOptionValues,
  ToolPlace,
  ToolProgress,
  ToolResult,
} from './tool.ts'
export { optionsOf, policyOf } from './tool.ts'
export { TOOLS } from './tools.ts'
