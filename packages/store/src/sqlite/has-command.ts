import { spawnSync } from 'node:child_process'

/** Whether a command of the operating system is there. When it is not, a line says what stays unproven on this machine. */
export function hasCommand(command: readonly [string, ...string[]], unproven: string): boolean {
  const [name, ...parameters] = command
  const { error, status } = spawnSync(name, parameters, { stdio: 'ignore' })
  if (error === undefined && status === 0) return true
  process.stdout.write(`${name} is absent or refused on this machine: not proven here: ${unproven}\n`)
  return false
}
