export { createMcpUpstream } from './create-mcp-upstream.ts'
export { createSealer } from './create-sealer.ts'
export type { Home, HomeDeps } from './open-home.ts'
export { OWNER, openHome } from './open-home.ts'
