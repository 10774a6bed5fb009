export { runKills } from './run-kills.ts'
