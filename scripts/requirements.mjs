const oldestNode = 20
const oldestNpm = 10

/**
 * @param {string} version
 * @returns {string | null} what is wrong, for the user who typed the command
 */
export function complaintAboutNode(version) {
  if (Number.parseInt(version, 10) >= oldestNode) return null
  return `Stet needs Node ${oldestNode} or later to install itself; this is Node ${version}. Get a current one from nodejs.org.`
}

/**
 * Another package manager would not read package-lock.json, and so install something else.
 * @param {string | undefined} userAgent as package managers pass it to their scripts: `npm/11.19.1 node/v20.20.2 linux x64`
 */
export function complaintAboutPackageManager(userAgent) {
  const program = userAgent?.split('/')[0]
  if (program === undefined || program === 'npm') return null
  return `Stet is installed and run by npm, not by ${program}: give the same command to npm.`
}

/** @param {string | null} version null when there is no npm */
export function complaintAboutNpm(version) {
  if (version === null)
    return 'Stet is installed by npm, and there is no npm on the PATH. It comes with Node: nodejs.org.'
  if (Number.parseInt(version, 10) >= oldestNpm) return null
  return `Stet needs npm ${oldestNpm} or later; this is npm ${version}. Update it with: npm install --global npm`
}
