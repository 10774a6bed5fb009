import { describe, expect, it } from 'vitest'
import { readSettings, SettingsError } from './settings.ts'

const linux = { env: {}, platform: 'linux', home: '/home/person' }

describe('readSettings', () => {
  it('has a default for everything', () => {
    expect(readSettings(linux)).toEqual({
      port: 4848,
      host: '127.0.0.1',
      base: '',
      dataFolder: '/home/person/.local/share/stet',
      openBrowser: false,
      demoPace: 1,
      roots: [],
    })
  })

  it('takes what is set, and what is set to nothing as not set', () => {
    const env = {
      STET_PORT: '0',
      STET_HOST: '::1',
      STET_BASE: '/tools/stet/',
      STET_DATA: '/srv/stet',
      STET_OPEN: '0',
      STET_DEMO_PACE: '0.5',
      STET_ROOTS: '/srv/app:/srv/site',
      DISPLAY: ':0',
    }
    const empty = {
      STET_PORT: '',
      STET_HOST: '',
      STET_BASE: '',
      STET_DATA: '',
      STET_OPEN: '',
      STET_DEMO_PACE: '',
      STET_ROOTS: '',
    }
    expect([readSettings({ ...linux, env }), readSettings({ ...linux, env: empty })]).toEqual([
      {
        port: 0,
        host: '::1',
        base: '/tools/stet',
        dataFolder: '/srv/stet',
        openBrowser: false,
        demoPace: 0.5,
        roots: ['/srv/app', '/srv/site'],
      },
      readSettings(linux),
    ])
  })

  it.each(['0.0.0.0', '::', '192.168.1.4', 'example.com', '127.0.0.1.evil.test', '127.1', '*', ' '])(
    '[Z-14] refuses to listen on %s',
    host => {
      expect(() => readSettings({ ...linux, env: { STET_HOST: host } })).toThrow(SettingsError)
    },
  )

  it.each(['stet', '/stet/../x', '//stet', '/a b', 'http://host/stet'])('[V1] refuses the base path "%s"', base => {
    expect(() => readSettings({ ...linux, env: { STET_BASE: base } })).toThrow(/^STET_BASE is /)
  })

  it.each(['-1', '65536', '1e3', 'http', '80 ', '4848.0', '999999'])('refuses the port "%s" by name', port => {
    expect(() => readSettings({ ...linux, env: { STET_PORT: port } })).toThrow(/^STET_PORT is /)
  })

  it('[T7] refuses a root that is no absolute path, by name', () => {
    expect(() => readSettings({ ...linux, env: { STET_ROOTS: 'app' } })).toThrow(/^STET_ROOTS names "app"/)
  })

  it.each(['-1', 'fast', '101', 'NaN', 'Infinity'])('refuses the pace "%s" by name', pace => {
    expect(() => readSettings({ ...linux, env: { STET_DEMO_PACE: pace } })).toThrow(/^STET_DEMO_PACE is /)
  })

  it('refuses a switch that is neither on nor off', () => {
    expect(() => readSettings({ ...linux, env: { STET_OPEN: 'no' } })).toThrow(/^STET_OPEN is /)
  })

  it.each([
    [{ ...linux, env: { XDG_DATA_HOME: '/data' } }, '/data/stet'],
    [{ env: {}, platform: 'darwin', home: '/Users/person' }, '/Users/person/Library/Application Support/Stet'],
  ])('finds the data folder of each system (%#)', (surroundings, folder) => {
    expect(readSettings(surroundings).dataFolder).toBe(folder)
  })

  it.each<[string, Record<string, string>, boolean]>([
    ['linux', { DISPLAY: ':0' }, true],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
    ['linux', {}, false],
    ['darwin', {}, true],
    ['win32', {}, true],
    ['darwin', { SSH_CONNECTION: '10.0.0.1' }, false],
    ['linux', { DISPLAY: ':10', SSH_TTY: '/dev/pts/0' }, false],
    ['linux', { DISPLAY: ':0', CI: 'true' }, false],
    ['linux', { DISPLAY: ':0', STET_OPEN: '0' }, false],
    ['linux', { STET_OPEN: '1' }, false],
  ])('[V5] on %s with %j, opening the browser is %s', (platform, env, openBrowser) => {
    expect(readSettings({ env, platform, home: '/home/person' }).openBrowser).toBe(openBrowser)
  })
})
