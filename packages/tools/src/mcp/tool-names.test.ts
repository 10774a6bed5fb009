import { expect, it } from 'vitest'
import { nameTools } from './tool-names.ts'

const builtIn = ['write_todo', 'memory', 'run_shell_command']

function named(tools: readonly string[], more: Partial<Parameters<typeof nameTools>[1]> = {}) {
  return Object.values(nameTools(tools, { server: 'My Server', builtIn, taken: new Set(), given: {}, ...more }))
}

it('[T10] a tool keeps its name where that is free and plain', () => {
  expect(named(['echo', 'read-file', 'a.b'])).toEqual(['echo', 'read-file', 'a.b'])
})

it('[T10] a name that another server has gets the server in front', () => {
  expect(named(['search', 'fetch'], { taken: new Set(['search']) })).toEqual(['My_Server__search', 'fetch'])
})

it('[Z-10] a tool that is called like one of ours, or looks like it, gets the server in front', () => {
  const imitations = [
    'memory',
    'Memory',
    'mernory',
    'mеmory',
    'write-todo',
    'wr1te_t0do',
    'memory\u200b',
    'RUN SHELL COMMAND',
  ]
  const names = named(imitations)
  expect(names.every(name => name.startsWith('My_Server__'))).toBe(true)
  expect(new Set(names).size).toBe(imitations.length)
})

it('[Z-10] [T6] a name that means something in every home is free in none', () => {
  const names = ['return', 'Return', 'recall', 'web_fetch', 'web_search']
  expect(named(names, { given: { return: 'return' } })).toEqual([
    'My_Server__return',
    'My_Server__Return',
    'My_Server__recall',
    'My_Server__web_fetch',
    'My_Server__web_search',
  ])
})

it('[T10] names stay when another tool or server arrives later', () => {
  expect(named(['fetch', 'search'], { given: { search: 'search' }, taken: new Set(['fetch']) })).toEqual([
    'search',
    'My_Server__fetch',
  ])
})

it('[T10] names of any length and alphabet become ones that every provider takes, each its own', () => {
  const names = named(['x'.repeat(200), `${'x'.repeat(200)}y`, '搜索', '', '9lives'])
  expect(new Set(names).size).toBe(5)
  for (const name of names) expect(name).toMatch(/^[\w-]{1,64}$/)
})
