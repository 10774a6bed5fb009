import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSearchFiles, createSeenFiles } from '@stet/server/directories'
import { runTool } from '@stet/tools/testing'
import { rgPath } from '@vscode/ripgrep'
import type { Report } from '../harness/row.ts'
import { compare } from '../store/compare.ts'

const FOLDERS = 500
const FILES_IN_EACH = 100
const ROUNDS = 11
/** One file in each of these many has the word. */
const EVERY = 400

/** 50,000 files, against ripgrep started with the same pattern and read to its end. */
export async function measureSearch(report: Report): Promise<void> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'stet-bench-search-')))
  try {
    await fill(root)
    const tool = createSearchFiles({ dataFolder: '/nowhere', seen: createSeenFiles() })
    const input = { pattern: 'gran[i]te wall' }
    const { ours, peer } = await compare(
      ROUNDS,
      async () => {
        const { result } = await runTool(tool, input, { roots: [root] })
        const [part] = result.content
        const found = part?.kind === 'text' ? part.text.split('\n').length : 0
        if (found !== (FOLDERS * FILES_IN_EACH) / EVERY) throw new Error(`it found ${found}`)
      },
      () => searchBare(root, input.pattern),
    )
    const name = `tools: search_files in ${(FOLDERS * FILES_IN_EACH).toLocaleString('en')} files`
    report({ name, unit: 'ms', ours, peer, peerName: 'bare ripgrep', goal: '<= 1.3' })
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

async function fill(root: string): Promise<void> {
  for (let folder = 0; folder < FOLDERS; folder += 1) {
    const at = join(root, `folder-${folder}`)
    await mkdir(at)
    await Promise.all(
      Array.from({ length: FILES_IN_EACH }, (_, file) => {
        const number = folder * FILES_IN_EACH + file
        const word = number % EVERY === 0 ? 'a granite wall\n' : ''
        return writeFile(join(at, `file-${file}.txt`), `${`line of file ${number}\n`.repeat(20)}${word}`)
      }),
    )
  }
}

async function searchBare(root: string, pattern: string): Promise<void> {
  const child = spawn(rgPath, ['--no-config', '--hidden', '--line-number', '--regexp', pattern, '.'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.resume()
  await once(child, 'close')
}
