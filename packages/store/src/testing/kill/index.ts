export { type KillOptions, type KillResult, runKills } from './run-kills.ts'
