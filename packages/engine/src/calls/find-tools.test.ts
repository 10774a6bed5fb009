import { echoTool } from '@stet/tools/testing'
import { expect, it } from 'vitest'
import { findTools } from './find-tools.ts'
import type { ToolFacts } from './toolbox.ts'

const { name, title, icon, description, options, policy, alwaysConfirm, needs } = echoTool
const echo: ToolFacts = {
  name,
  title,
  icon,
  description,
  options,
  policy,
  alwaysConfirm,
  needs,
  tokens: 9,
  notOfferedBecause: null,
}
const server = { id: 'mcp_a', name: 'Many' }
const many = Array.from({ length: 2_000 }, (_, place) => ({
  ...echo,
  name: `tool_${place}`,
  description: 'x'.repeat(3_000),
  server,
}))

it('[T10] of a server with many tools a part is described and the others are named, in an answer of a size that a page can load', () => {
  const { tools, rest } = findTools([echo, ...many], '')
  expect([tools.length, rest[0]?.names.length, rest[0]?.server]).toEqual([51, 1_950, server])
  expect(JSON.stringify({ tools, rest }).length).toBeLessThan(100_000)
})

it('[T10] a search finds tools of Stet and of servers by all of its words', () => {
  const found = findTools([echo, ...many], 'many TOOL_1999').tools.map(tool => tool.name)
  expect([found, findTools([echo, ...many], 'for tests').tools.map(tool => tool.name)]).toEqual([
    ['tool_1999'],
    ['echo'],
  ])
})
