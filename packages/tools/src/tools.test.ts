import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { toolExamples } from './testing/tool-examples.ts'
import { TOOLS } from './tools.ts'

/**
 * Folders that hold no tool, `javascript` and `web-search`, whose tools a home makes because they need threads or a service, and `mcp`, whose tools
 * arrive at run time.
 */
const SHARED = ['testing', 'text-files', 'javascript', 'mcp', 'web-search']

const folders = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
  .filter(entry => entry.isDirectory() && !SHARED.includes(entry.name))
  .map(entry => entry.name)

it.each(folders)('[T1] the tool in the folder %s is in the list that homes offer', async folder => {
  const exported: Record<string, unknown> = await import(`./${folder}/${folder}.ts`)
  expect(Object.values(exported).filter(value => TOOLS.some(tool => tool === value))).toHaveLength(1)
})

it('[T1] each tool has a folder, and a name of its own', () => {
  expect(TOOLS).toHaveLength(folders.length)
  expect(new Set(TOOLS.map(tool => tool.name)).size).toBe(TOOLS.length)
})

it('[T1] each tool has an example, by which the contract suite and a scripted model try it', () => {
  expect(Object.keys(toolExamples)).toEqual(expect.arrayContaining(TOOLS.map(({ name }) => name)))
})
