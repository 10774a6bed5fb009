// One address: Vite serves the page with hot reload and forwards /api and /v1 to the server, which restarts when its
// sources change.
import './require-pinned-node.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { serverFlags } from './server-flags.mjs'

const root = join(import.meta.dirname, '..')
const page = 4847
const server = 4848

const serverEnv = { ...process.env, STET_PORT: String(server), STET_OPEN: '0' }
const children = [
  start([...serverFlags, '--watch', 'apps/server/src/main.mjs', ...process.argv.slice(2)], root, serverEnv),
  start(
    [join(root, 'node_modules/vite/bin/vite.js'), '--host', '127.0.0.1', '--port', String(page)],
    join(root, 'apps/web'),
  ),
]
console.log(`\n  Stet, reloading as you write: http://127.0.0.1:${page}/\n`)

function start(args: string[], cwd: string, env = process.env): ChildProcess {
  const child = spawn(process.execPath, args, { cwd, env, stdio: 'inherit' })
  child.on('close', (code, signal) => {
    process.exitCode ||= code ?? (signal === 'SIGTERM' ? 0 : 1)
    // One without the other is a page that does not answer.
    stop()
  })
  return child
}

function stop(): void {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
