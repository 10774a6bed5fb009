import { describe, expect, it } from 'vitest'
import { roughTokenCounts } from '../testing/rough-token-counts.ts'
import type { PlainMessage } from './compaction-plan.ts'
import { factLedger, lostFacts, truncatedWithFacts, withFacts } from './fact-ledger.ts'

const tokens = roughTokenCounts

function said(text: string): PlainMessage {
  return { form: 'plain', messageId: 'msg_a', role: 'user', parts: [{ kind: 'text', text }], cacheMark: false }
}

function ledgerOf(texts: readonly string[], limit = 1500, beside = '') {
  return factLedger({ earlier: null, summarise: texts.map(said) }, { tokens, limit, beside })
}

describe('the ledger of facts', () => {
  it('[C22] lists rules, then what was used later, often and lately', () => {
    expect(ledgerOf(['Never touch db_main. Read old_one and src/a.ts.', 'src/a.ts, new_one', 'src/a.ts'])).toBe(
      'Exact facts from the conversation so far:\n- Never touch db_main.\nsrc/a.ts new_one old_one',
    )
  })

  it('[C22] keeps to its limit, and is empty where nothing fits or there is nothing', () => {
    const many = Array.from({ length: 500 }, (_, index) => `name_${index}`).join(' ')
    for (const limit of [0, 5, 20, 100, 400]) expect(tokens.text(ledgerOf([many], limit))).toBeLessThanOrEqual(limit)
    expect(ledgerOf([many], 5)).toBe('')
    expect(ledgerOf(['They spoke.'])).toBe('')
  })

  it('[C22] lists what a longer fact says too only within that, wherever it is in it', () => {
    expect(ledgerOf(['old_one first. Then src/old_one.test.ts, old_one.test'])).toBe(
      'Exact facts from the conversation so far:\nsrc/old_one.test.ts',
    )
    expect(ledgerOf(['old_one new_one'], 1500, 'They read src/new_one.ts.')).toBe(
      'Exact facts from the conversation so far:\nold_one',
    )
  })

  it('[C22] does not repeat what is sent beside it', () => {
    expect(ledgerOf(['old_one new_one'], 1500, 'They chose new_one.')).toBe(
      'Exact facts from the conversation so far:\nold_one',
    )
  })

  it('[C22] carries every rule of the user through any number of compactions', () => {
    const rules = Array.from({ length: 8 }, (_, index) => `Never open gate ${index} before noon.`)
    let text = ''
    for (let round = 0; round < 6; round += 1) {
      const noise = Array.from({ length: 400 }, (_, index) => `name_${round}_${index}`).join(' ')
      const plan = {
        earlier: text === '' ? null : { messageId: 'msg_s' as const, text },
        summarise: [...(round === 0 ? rules.map(said) : []), said(noise)],
        room: 4000,
        replacedTokens: 100_000,
      }
      const { text: prose, facts } = withFacts(plan, 'They worked.', { tokens, limit: 600, kept: '' })
      text = `${prose}\n\n${facts}`
      for (const rule of rules) expect(text).toContain(rule)
    }
  })

  it('[C11] [C22] is part of a truncation too, in the same room', () => {
    const plan = {
      earlier: null,
      summarise: [said(`Use key_alpha. ${'words '.repeat(2000)} And key_beta. ${'words '.repeat(2000)}`)],
      room: 300,
    }
    const { text, facts } = truncatedWithFacts(plan, { tokens, limit: 1500, kept: '' })
    expect(facts).toContain('key_beta')
    expect(tokens.text(`${text}\n\n${facts}`)).toBeLessThanOrEqual(300)
  })

  it('[C22] says which facts a summary lost', () => {
    const original = [{ role: 'user' as const, text: 'Read src/a.ts and src/b.ts.' }]
    expect(lostFacts(original, 'They read src/a.ts.').map(({ text }) => text)).toEqual(['src/b.ts'])
  })
})
