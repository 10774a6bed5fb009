import { spawn } from 'node:child_process'
import { desktopEnvironment } from '../child-processes.ts'
import type { Log } from '../log.ts'

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}
const OTHERWISE = ['xdg-open']

/** Shows the page in the user's browser. That it cannot is worth a line, and no more: the address is printed. */
export function openBrowser(address: string, platform: string, log: Log): void {
  const [command = '', ...args] = COMMANDS[platform] ?? OTHERWISE
  const child = spawn(command, [...args, address], {
    stdio: 'ignore',
    detached: true,
    env: desktopEnvironment(),
  })
  child.on('error', error => log.warn('the browser could not be opened', { error }))
  child.unref()
}
