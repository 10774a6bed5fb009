export {
  createLineTool,
  createWaitingTool,
  delegateTool,
  echoTool,
  failingTool,
  runTool,
  throwingTool,
} from './test-tools.ts'
