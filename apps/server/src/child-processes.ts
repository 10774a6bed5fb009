import type { ChildProcess } from 'node:child_process'

/** All that a program is given of this process's environment: no key that is in it may reach a server or a command (Z-10, Z-7). */
const PASSED_ON =
  process.platform === 'win32'
    ? [
        'APPDATA',
        'COMSPEC',
        'HOMEDRIVE',
        'HOMEPATH',
        'LOCALAPPDATA',
        'PATH',
        'PATHEXT',
        'PROGRAMDATA',
        'PROGRAMFILES',
      ].concat(['SYSTEMDRIVE', 'SYSTEMROOT', 'TEMP', 'USERNAME', 'USERPROFILE', 'WINDIR'])
    : ['HOME', 'LANG', 'LC_ALL', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER']

/** The environment of a program that Stet starts. */
export function passedOn(): Record<string, string> {
  return Object.fromEntries(
    PASSED_ON.flatMap(name => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** By its name a variable may hold a key, or is Stet's own. */
const MAY_HOLD_A_KEY = /^STET_|KEY|TOKEN|SECRET|PASSW|CREDENTIAL|_AUTH|COOKIE/i

/** The environment of a program of the user's desktop, which needs to know far more than one that Stet works with. */
export function desktopEnvironment(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !MAY_HOLD_A_KEY.test(name)))
}

/** Ends a program that was started in a process group of its own, with everything it started that stayed in the group. */
export function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch (error) {
    // Nothing of the group is left.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
