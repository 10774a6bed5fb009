export type { KillOptions, KillReport } from './run-kills.ts'
export { runKills } from './run-kills.ts'
