import { describe, expect, it } from 'vitest'
import { findChromium } from './find-chromium.ts'

function machine(platform: NodeJS.Platform, files: string[], env: Record<string, string> = {}) {
  return { platform, env, exists: (path: string) => files.includes(path) }
}

describe('findChromium', () => {
  it('takes the one the user named before any other', () => {
    const env = { STET_CHROMIUM: '/opt/chrome', PATH: '/usr/bin' }
    expect(findChromium(machine('linux', ['/usr/bin/chromium', '/opt/chrome'], env))).toBe('/opt/chrome')
  })

  it('refuses a named one that is not there instead of taking another', () => {
    const env = { CHROMIUM_PATH: '/opt/chrome' }
    expect(() => findChromium(machine('linux', ['/usr/bin/chromium'], env))).toThrow(
      'CHROMIUM_PATH names /opt/chrome, and there is nothing there',
    )
  })

  it('finds the usual ones of each system', () => {
    const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
    const windows = 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'
    expect([
      findChromium(machine('linux', ['/usr/bin/chromium'])),
      findChromium(machine('linux', ['/snap/bin/chromium'], { PATH: '/bin:/snap/bin' })),
      findChromium(machine('darwin', [mac])),
      findChromium(machine('win32', [windows], { PROGRAMFILES: 'C:\\Program Files' })),
    ]).toEqual(['/usr/bin/chromium', '/snap/bin/chromium', mac, windows])
  })

  it('prefers the headless shell, wherever it is on the path', () => {
    const files = ['/usr/bin/chromium', '/opt/bin/chromium-headless-shell']
    expect(findChromium(machine('linux', files, { PATH: '/opt/bin' }))).toBe('/opt/bin/chromium-headless-shell')
  })

  it('says that there is none', () => {
    expect(findChromium(machine('linux', [], { PATH: '/bin' }))).toBe(null)
  })
})
