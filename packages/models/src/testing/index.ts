export { findRequestBreach } from './find-request-breach.ts'
export type { WireReply, WireRequest, WireServer, WireStep } from './wire-server.ts'
export { startWireServer } from './wire-server.ts'
