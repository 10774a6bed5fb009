export interface LockedPackage {
  version?: string
  resolved?: string
  integrity?: string
  cpu?: string[]
  dev?: boolean
  libc?: string[]
  optional?: boolean
  os?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

export interface Lockfile {
  packages: Record<string, LockedPackage>
}

/** Optional dependencies that a locked package names and the lockfile does not have. */
export function missingOptionals({ packages }: Lockfile): { name: string; version: string; dev: boolean }[] {
  const missing = new Map<string, { name: string; version: string; dev: boolean }>()
  for (const [path, { optionalDependencies = {}, dev = false }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const found = packages[`${path}/node_modules/${name}`] ?? packages[`node_modules/${name}`]
      if (found === undefined) missing.set(name, { name, version, dev: dev && (missing.get(name)?.dev ?? true) })
    }
  }
  return [...missing.values()]
}

export function addMissingOptionals(lockfile: Lockfile): { completed: Lockfile; added: string[] } {
  const missing = missingOptionals(lockfile)
  const packages = { ...lockfile.packages }
  for (const { name, version, dev } of missing) {
    if (!/^\d+\.\d+\.\d+$/.test(version))
      throw new Error(`${name} is wanted as ${version}: only a registry can choose one`)
    const { cpu, libc, os } = platformOf(name)
    packages[`node_modules/${name}`] = {
      version,
      cpu: [cpu],
      ...(dev ? { dev } : {}),
      ...(libc === null ? {} : { libc: [libc] }),
      optional: true,
      ...(os === null ? {} : { os: [os] }),
    }
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  return {
    completed: { ...lockfile, packages: Object.fromEntries(sorted) },
    added: missing.map(({ name }) => name),
  }
}

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/** Packages of one platform are named after it: `@rolldown/binding-linux-arm64-musl`. */
function platformOf(name: string): { os: string | null; cpu: string; libc: string | null } {
  const words = name.split('-')
  const cpu = processors.find(word => words.includes(word))
  const os = systems.find(word => words.includes(word)) ?? null
  if (cpu === undefined || (os === null && cpu !== 'wasm32')) throw new Error(`${name} does not say its platform`)
  const libc = words.includes('musl') ? 'musl' : 'glibc'
  return { os, cpu, libc: os === 'linux' ? libc : null }
}
