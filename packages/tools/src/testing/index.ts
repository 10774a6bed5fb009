export { delegateTool } from './delegate-tool.ts'
export { runTool } from './run-tool.ts'
export { createLineTool, createWaitingTool, echoTool, failingTool, throwingTool } from './test-tools.ts'
