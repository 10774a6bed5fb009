import { describe, expect, it } from 'vitest'
import { complaintAboutNode, complaintAboutNpm, complaintAboutPackageManager } from './requirements.mjs'

describe('what Stet needs to install itself', () => {
  it('is Node 20 or later', () => {
    expect([complaintAboutNode('20.0.0'), complaintAboutNode('26.10.0')]).toEqual([null, null])
    expect(complaintAboutNode('18.20.4')).toContain('needs Node 20 or later to install itself; this is Node 18.20.4')
  })

  it('is npm 10 or later', () => {
    expect([complaintAboutNpm('10.0.0'), complaintAboutNpm('11.19.1')]).toEqual([null, null])
    expect(complaintAboutNpm('9.9.4')).toContain('needs npm 10 or later; this is npm 9.9.4')
    expect(complaintAboutNpm(null)).toContain('there is no npm on the PATH')
  })

  it('is no other package manager, which would not read our lockfile', () => {
    const npm = 'npm/11.19.1 node/v20.20.2 linux x64 workspaces/false'
    expect([complaintAboutPackageManager(npm), complaintAboutPackageManager(undefined)]).toEqual([null, null])
    expect(complaintAboutPackageManager('pnpm/10.1.0 npm/? node/v22.0.0')).toContain('by npm, not by pnpm')
  })
})
