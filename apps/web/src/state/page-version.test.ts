import { expect, it } from 'vitest'
import { createPageVersion } from './page-version.ts'

const page = (build: string) => `<head><meta name="build" content="${build}"></head>`

it('[V1] a page is outdated once another build is served, and not while the home is away', async () => {
  const served: (string | null)[] = [page('one'), null, '<h1>Bad gateway</h1>', page('two')]
  const version = createPageVersion({ opened: page('one'), fetchPage: async () => served.shift() ?? null })
  const seen: boolean[] = []
  let calls = 0
  version.subscribe(() => {
    calls += 1
  })
  for (let left = served.length; left > 0; left -= 1) {
    await version.check()
    seen.push(version.isOutdated())
  }
  expect([seen, calls]).toEqual([[false, false, false, true], 1])
})
