import { delimiter, join } from 'node:path'

export interface Surroundings {
  env: Record<string, string | undefined>
  platform: NodeJS.Platform
  exists: (path: string) => boolean
}

// The headless shell first: the same engine without the browser's own pages, for about half the processor time of a test.
const linuxNames = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const windowsPlaces = ['Google\\Chrome\\Application\\chrome.exe', 'Chromium\\Application\\chrome.exe']

/** The Chromium of this machine, or null. One that the user named must exist. */
export function findChromium({ env, platform, exists }: Surroundings): string | null {
  for (const name of ['STET_CHROMIUM', 'CHROMIUM_PATH']) {
    const path = env[name]
    if (path === undefined || path === '') continue
    if (!exists(path)) throw new Error(`${name} names ${path}, and there is nothing there`)
    return path
  }
  return usualPlaces(env, platform).find(exists) ?? null
}

function usualPlaces(env: Surroundings['env'], platform: NodeJS.Platform): string[] {
  if (platform === 'darwin') {
    return ['Google Chrome', 'Chromium'].map(name => `/Applications/${name}.app/Contents/MacOS/${name}`)
  }
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
    return roots.filter(root => root !== undefined).flatMap(root => windowsPlaces.map(place => `${root}\\${place}`))
  }
  const folders = (env.PATH ?? '').split(delimiter).filter(folder => folder !== '')
  return linuxNames.flatMap(name => ['/usr/bin', ...folders].map(folder => join(folder, name)))
}
