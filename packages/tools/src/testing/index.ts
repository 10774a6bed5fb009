export { type ProtectedOptions, type ProtectedServer, startProtectedServer } from './protected-server.ts'
export { SEARCH_KEY, searchReplies } from './search-replies.ts'
export {
  createLineTool,
  createWaitingTool,
  delegateTool,
  echoTool,
  failingTool,
  runTool,
  testModel,
  throwingTool,
} from './test-tools.ts'
export { exampleFile, toolExamples } from './tool-examples.ts'
