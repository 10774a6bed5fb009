import { spawn, spawnSync } from 'node:child_process'

/**
 * The npm that started us, or the one on the PATH. The first must be run by the Node it came with: ours is in
 * node_modules, which `npm ci` empties.
 */
function npmCommand() {
  const { npm_execpath: script, npm_node_execpath: node, npm_config_user_agent: userAgent = '' } = process.env
  if (script !== undefined && node !== undefined && userAgent.startsWith('npm/')) {
    return { command: node, before: [script], shell: false }
  }
  // npm is a .cmd on Windows, which only a shell starts.
  return { command: 'npm', before: [], shell: process.platform === 'win32' }
}

/** @returns {string | null} null when there is no npm */
export function npmVersion() {
  const { command, before, shell } = npmCommand()
  const { status, stdout } = spawnSync(command, [...before, '--version'], { encoding: 'utf8', shell })
  return status === 0 ? stdout.trim() : null
}

/**
 * Runs npm in the foreground, without its summary on stdout, and gives back its exit code. Errors and progress are on stderr.
 * @param {string[]} args
 * @param {string} cwd
 * @returns {Promise<number>}
 */
export function runNpm(args, cwd) {
  const { command, before, shell } = npmCommand()
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...before, ...args], { cwd, shell, stdio: ['inherit', 'ignore', 'inherit'] })
    child.on('error', reject)
    child.on('close', code => resolve(code ?? 1))
  })
}
