import { delimiter, isAbsolute, join } from 'node:path'

export interface Settings {
  /** 0 lets the system choose. */
  readonly port: number
  readonly host: string
  /** The path below which everything is served: empty for the root of the host, else like `/stet`. */
  readonly base: string
  readonly dataFolder: string
  readonly openBrowser: boolean
  /** How fast the demo model writes: 0 without any wait, 1 like a model. */
  readonly demoPace: number
  /** Only directories inside these can be exposed to tools; any where there is none. */
  readonly roots: readonly string[]
}

/** What of the machine the settings are read from. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: string
  readonly home: string
}

/** A setting that cannot be used. The message says which, and what can be. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

const DEFAULT_PORT = 4848
const DEFAULT_HOST = '127.0.0.1'
const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

/** Every default of this home is here. */
export function readSettings(surroundings: Surroundings): Settings {
  const { env } = surroundings
  return {
    port: readPort(env.STET_PORT),
    host: readHost(env.STET_HOST),
    base: readBase(env.STET_BASE),
    dataFolder: env.STET_DATA || defaultDataFolder(surroundings),
    openBrowser: readSwitch('STET_OPEN', env.STET_OPEN) && hasDesktop(surroundings),
    demoPace: readPace(env.STET_DEMO_PACE),
    roots: readRoots(env.STET_ROOTS),
  }
}

function readPort(text: string | undefined): number {
  if (!text) return DEFAULT_PORT
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port >= 0 && port <= 65_535) return port
  throw new SettingsError(`STET_PORT is "${text}"; it must be a whole number from 1 to 65535, or 0 for any free port.`)
}

function readHost(text: string | undefined): string {
  const host = text || DEFAULT_HOST
  if (LOOPBACK.includes(host)) return host
  throw new SettingsError(
    `STET_HOST is "${host}", which others on the network could reach. Stet has no passwords yet, so it listens on ${LOOPBACK.join(', ')} only.`,
  )
}

function readBase(text: string | undefined): string {
  const base = (text ?? '').replace(/\/$/, '')
  if (base === '' || /^(?:\/[\w-]+)+$/.test(base)) return base
  throw new SettingsError(`STET_BASE is "${text}"; it must be a path such as /stet, of letters, digits, - and _.`)
}

function readSwitch(name: string, text: string | undefined): boolean {
  if (text === '0') return false
  if (!text || text === '1') return true
  throw new SettingsError(`${name} is "${text}"; it must be 0 or 1.`)
}

function readPace(text: string | undefined): number {
  if (!text) return 1
  const pace = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (pace >= 0 && pace <= 100) return pace
  throw new SettingsError(`STET_DEMO_PACE is "${text}"; it must be a number from 0 (no waits) to 100.`)
}

function readRoots(text: string | undefined): readonly string[] {
  const roots = (text ?? '').split(delimiter).filter(root => root !== '')
  const wrong = roots.find(root => !isAbsolute(root))
  if (wrong === undefined) return roots
  throw new SettingsError(`STET_ROOTS names "${wrong}"; it must be absolute paths, separated by "${delimiter}".`)
}

function defaultDataFolder({ env, platform, home }: Surroundings): string {
  switch (platform) {
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'Stet')
    case 'win32':
      return join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'Stet')
    default:
      return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'stet')
  }
}

/** Whether a browser opened here would be seen by the user who started it. */
function hasDesktop({ env, platform }: Surroundings): boolean {
  if (env.CI || env.SSH_CONNECTION || env.SSH_TTY) return false
  return platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}
