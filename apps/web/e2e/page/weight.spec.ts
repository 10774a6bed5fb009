import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'

/** Compressed with gzip. */
const MOST = 250_000
const dist = new URL('../../dist/', import.meta.url)

test('[V1] what the first page needs before anything else does not grow', () => {
  const page = readFileSync(new URL('index.html', dist), 'utf8')
  // The page of a chat is fetched with a low priority: it shows before that has arrived.
  const files = page
    .split('<')
    .filter(tag => !tag.includes('fetchpriority="low"'))
    .flatMap(tag => /(?:src|href)="\.\/([^"]+\.(?:js|css))"/.exec(tag)?.[1] ?? [])
  expect(files.length).toBeGreaterThan(2)
  const bytes = files.map(file => gzipSync(readFileSync(new URL(file, dist))).length)
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(MOST)
})

test('[V1] the page can be installed: its manifest names icons that exist', () => {
  const { icons, start_url, scope } = JSON.parse(readFileSync(new URL('manifest.webmanifest', dist), 'utf8'))
  // Relative, so that it holds at any path.
  expect([start_url, scope]).toEqual(['./', './'])
  for (const { src } of icons) expect(readFileSync(new URL(src, dist)).length).toBeGreaterThan(300)
  expect(readFileSync(new URL('index.html', dist), 'utf8')).toContain('rel="manifest"')
})
