import { expect, it } from 'vitest'
import { parsePath } from './file-path.ts'

it('[T4] reads the names of a path, and / as none', () => {
  expect([parsePath('/'), parsePath('/a'), parsePath('/a/b c.md'), parsePath('/a/')]).toEqual([
    [],
    ['a'],
    ['a', 'b c.md'],
    ['a'],
  ])
  expect(parsePath('/100% sure.md')).toEqual(['100% sure.md'])
  expect(parsePath('/..a/b..c/...')).toEqual(['..a', 'b..c', '...'])
})

it('[T4] takes two Unicode forms of a name as the same', () => {
  expect(parsePath('/e\u0301.md')).toEqual(parsePath('/\u00e9.md'))
})

it.each([
  '',
  'a',
  '..',
  './a',
  '../a',
  '/..',
  '/a/..',
  '/a/../b',
  '/./a',
  '/a//b',
  '//server/share',
  '\\\\server\\share',
  '/a\\..\\b',
  'C:\\a',
  '~/a',
  '/~',
  'file:///a',
  '/a\0b',
  '/a\nb',
  '/%2e%2e/a',
  '/%2E./a',
  '/.%2e/a',
  '/%252e%252e/a',
  '/a%2fb',
  '/a%5cb',
  '/a%00',
  '/a%252fb',
  '/\uff0e\uff0e/a',
  '/\u2025/a',
  '/\u2024\u2024/a',
  '/a\uff0fb',
  '/a\u2215b',
  '/a\u2044b',
  '/a\uff3cb',
  '/a\u202eb',
  '/ a',
  '/a /b',
  '/a\ud800',
  `/${'a'.repeat(256)}`,
  `/${'a/'.repeat(2100)}`,
  '/a/'.repeat(70),
])('[FT-1] refuses %j', path => {
  expect(() => parsePath(path)).toThrow(expect.objectContaining({ name: 'FileError', code: 'path-refused' }))
})
