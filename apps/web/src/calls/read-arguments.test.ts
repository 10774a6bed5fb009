import { expect, it } from 'vitest'
import { readArguments } from './read-arguments.ts'

it('[Z-7] reads every argument, texts as they are and the rest as JSON', () => {
  const input = '{"command": "ls\\n-la", "depth": 2, "deep": true, "none": null, "list": ["a"], "more": {"b": "\\n"}}'
  expect(readArguments(input)).toEqual([
    { name: 'command', kind: 'text', text: 'ls\n-la' },
    { name: 'depth', kind: 'number', text: '2' },
    { name: 'deep', kind: 'yes or no', text: 'true' },
    { name: 'none', kind: 'nothing', text: 'null' },
    { name: 'list', kind: 'list', text: '[\n  "a"\n]' },
    { name: 'more', kind: 'fields', text: '{\n  "b": "\\n"\n}' },
  ])
})

it('[Z-7] reads a name twice as the tool does: the last one counts', () => {
  expect(readArguments('{"path": "/safe", "path": "/etc"}')).toEqual([{ name: 'path', kind: 'text', text: '/etc' }])
})

it.each(['{"path": "/ho', '[1]', '"text"', 'null', 'rm -rf'])('leaves %j, which is no object, as it is', input => {
  expect(readArguments(input)).toBe(null)
})

it('takes nothing at all for no arguments', () => {
  expect([readArguments(''), readArguments(' {} ')]).toEqual([[], []])
})
