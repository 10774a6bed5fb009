import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** @type {NodeJS.Signals[]} */
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a script in the foreground and returns its exit code.
 * @param {string} node
 * @param {string[]} args
 * @param {string} cwd
 * @returns {Promise<number>}
 */
export function runNode(node, args, cwd) {
  return new Promise((resolve, reject) => {
    // Compiled code is kept for every process that this one starts: tests start hundreds, and loading is most of their time.
    const env = { ...process.env, NODE_COMPILE_CACHE: join(cwd, '.cache/compiled') }
    const child = spawn(node, args, { cwd, env, stdio: 'inherit' })
    const release = passSignalsTo(child)
    child.on('error', error => {
      release()
      reject(error)
    })
    child.on('close', (code, signal) => {
      release()
      // End the way the child did, so that the shell sees the same.
      if (signal !== null) process.kill(process.pid, signal)
      resolve(code ?? 1)
    })
  })
}

/** @param {import('node:child_process').ChildProcess} child */
function passSignalsTo(child) {
  /** @param {NodeJS.Signals} signal */
  const forward = signal => {
    // A terminal sends Ctrl-C to the child too: forwarding it would look like a second one, which ends it without waiting.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of stopSignals) process.on(signal, forward)

  // npm forwards a signal to the shell that runs us. That shell dies, and we notice only by our new parent.
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event === undefined || process.ppid === shell) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 100)

  return () => {
    clearInterval(watch)
    for (const signal of stopSignals) process.off(signal, forward)
  }
}
