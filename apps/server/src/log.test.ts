import { expect, it } from 'vitest'
import { createLog } from './log.ts'

it('writes one line for each entry, with the stack and the causes of an error', () => {
  const lines: string[] = []
  const log = createLog(
    line => lines.push(line),
    () => new Date(0),
  )
  log.info('listening', { port: 4848 })
  log.error('broken\nline', { error: new Error('outer', { cause: new Error('inner') }), big: 1n })
  expect(lines.map(line => line.split('\n').length)).toEqual([2, 2])
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    at: '1970-01-01T00:00:00.000Z',
    level: 'info',
    message: 'listening',
    port: 4848,
  })
  expect(JSON.parse(lines[1] ?? '')).toEqual({
    at: '1970-01-01T00:00:00.000Z',
    level: 'error',
    message: 'broken\nline',
    error: { error: expect.stringContaining('outer'), cause: { error: expect.stringContaining('inner') } },
    big: '1',
  })
})
