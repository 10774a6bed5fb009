import { describe, expect, it } from 'vitest'
import { createErrorLog, isSizeNotice } from './error-log.ts'

describe('the list of errors', () => {
  it('[V6] holds the newest first and counts one that comes again', () => {
    const log = createErrorLog(() => 7)
    const again = new TypeError('again')
    log.add(again)
    log.add('only words')
    log.add(again)
    expect(log.errors()).toEqual([
      { id: 3, at: 7, name: 'TypeError', message: 'again', stack: again.stack, count: 2 },
      { id: 2, at: 7, name: 'Error', message: 'only words', stack: null, count: 1 },
    ])
  })

  it('[V6] leaves out what a browser reports about sizes, and nothing else', () => {
    expect(isSizeNotice({ error: undefined, message: 'ResizeObserver loop limit exceeded' })).toBe(true)
    expect(
      isSizeNotice({ error: null, message: 'ResizeObserver loop completed with undelivered notifications.' }),
    ).toBe(true)
    expect(isSizeNotice({ error: new Error('no'), message: 'ResizeObserver loop: no' })).toBe(false)
    expect(isSizeNotice({ error: null, message: 'Script error.' })).toBe(false)
  })

  it('[V6] lets one or all be dismissed and notifies its subscribers', () => {
    const log = createErrorLog(() => 0)
    let notified = 0
    log.subscribe(() => {
      notified += 1
    })
    for (const word of ['a', 'b', 'c']) log.add(word)
    log.dismiss(2)
    expect(log.errors().map(error => error.message)).toEqual(['c', 'a'])
    log.dismissAll()
    expect([log.errors(), notified]).toEqual([[], 5])
  })

  it('[V6] has the stacks of causes below that of the error', () => {
    const log = createErrorLog(() => 0)
    const cause = new TypeError('below')
    const error = new Error('above', { cause })
    log.add(error)
    expect(log.errors()[0]?.stack).toBe(`${error.stack}\nCaused by ${cause.stack}`)
  })

  it('[V6] does not grow without end', () => {
    const log = createErrorLog(() => 0)
    for (let index = 0; index < 150; index += 1) log.add(`error ${index}`)
    expect([log.errors().length, log.errors()[0]?.message]).toEqual([100, 'error 149'])
  })
})
