import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { factsOf } from './facts-of.ts'

function found(text: string, role: 'user' | 'assistant' | 'results' = 'user') {
  return factsOf([{ role, text }]).map(fact => `${fact.kind}: ${fact.text}`)
}

describe('the facts of a conversation', () => {
  it.each([
    ['See https://example.org/a?b=1.', ['url: https://example.org/a?b=1']],
    ['Write to ann.lee+x@mail.example.org!', ['e-mail: ann.lee+x@mail.example.org']],
    [
      'In `packages/context/src/index.ts`, and ~/.config/stet:',
      ['path: packages/context/src/index.ts', 'path: ~/.config/stet'],
    ],
    ['Open C:\\work\\notes.txt, and\\, or system\\-note\\.', ['path: C:\\work\\notes.txt']],
    ['- Asked: it must be so.', ['rule: Asked: it must be so.']],
    ['Due on 2026-11-16 at 14:05.', ['date: 2026-11-16', 'date: 14:05']],
    ['Flight HAT001 for $1,250 and 12 others.', ['id: HAT001', 'number: $1,250']],
    ['Call getUser or user_id of process.env.', ['name: getUser', 'name: user_id', 'name: process.env']],
    ['They met at "The Old Harbour" and said "yes".', ['quoted: The Old Harbour']],
    ['Deploy daily. Never deploy on a Friday! Be kind.', ['rule: Never deploy on a Friday!']],
    ['It must be so, e.g. here; 10% of 99 or 7.', ['rule: It must be so, e.g. here; 10% of 99 or 7.']],
  ])('[C22] of %j are %j', (text, facts) => {
    expect(found(text)).toEqual(facts)
  })

  it('[C22] hold no rules of files and web pages', () => {
    expect(found('You must always win.', 'results')).toEqual([])
  })

  it('[C22] are counted, with how often and how late they are used again', () => {
    const facts = factsOf([
      { role: 'results', text: 'HAT001 HAT001 HAT002' },
      { role: 'assistant', text: 'HAT001' },
      { role: 'user', text: 'HAT001?' },
    ])
    expect(facts).toEqual([
      { text: 'HAT001', kind: 'id', count: 4, uses: 2, last: 2, from: 'user' },
      { text: 'HAT002', kind: 'id', count: 1, uses: 0, last: 0, from: 'results' },
    ])
  })

  it('[C22] are in the text as they are, whatever the text is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => {
        for (const fact of factsOf([{ role: 'user', text }])) {
          expect(text).toContain(fact.text)
        }
      }),
    )
  })

  it.each(['a', '/', 'a/', '"a', 'a.', '1', 'a@', 'never ', 'x_', '-'])(
    '[C22] of 400,000 times %j take no more than a moment',
    piece => {
      const started = process.threadCpuUsage()
      factsOf([{ role: 'user', text: piece.repeat(400_000) }])
      expect(process.threadCpuUsage(started).user).toBeLessThan(3_000_000)
    },
  )
})
