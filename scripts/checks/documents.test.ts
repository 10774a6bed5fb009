import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const documents = globSync(['*.md', '{decisions,docs}/*.md', '{apps,packages}/*/README.md', 'bench/README.md'], {
  cwd: root,
  exclude: path => basename(path) === 'node_modules',
})

describe('documents', () => {
  it('link to files that exist', () => {
    const broken = documents.flatMap(document =>
      [...readFileSync(join(root, document), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map(([, target = '']) => target)
        .filter(target => !existsSync(join(root, dirname(document), target)))
        .map(target => `${document}: ${target}`),
    )
    expect(broken).toEqual([])
    expect(documents.length).toBeGreaterThan(20)
  })

  it('name source files that exist', () => {
    const missing = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'REVIEW.md', 'docs/walk.md'].flatMap(document =>
      [...readFileSync(join(root, document), 'utf8').matchAll(/`((?:apps|bench|packages|scripts)\/[\w./-]+)`/g)]
        .map(([, path = '']) => path)
        .filter(path => !existsSync(join(root, path)))
        .map(path => `${document}: ${path}`),
    )
    expect(missing).toEqual([])
  })

  it('walk through the code in at most 120 lines', () => {
    expect(readFileSync(join(root, 'docs/walk.md'), 'utf8').split('\n').length).toBeLessThanOrEqual(121)
  })
})
