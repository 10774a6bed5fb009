export type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
export { type ConnectOptions, connectMcp, MCP_LIMITS, type McpLimits } from './connect.ts'
export { createHttpTransport, LARGEST_MESSAGE } from './http-transport.ts'
export { createBearer, type SignInDeps, startSignIn } from './sign-in.ts'
