import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { noUsage } from '@stet/history'
import { expect, it } from 'vitest'
import { defaultDefinitionOptions } from '../definition.ts'
import { costOf } from './cost-of.ts'
import { findPrices } from './find-prices.ts'
import { loadBundledPrices } from './load-bundled-prices.ts'

const session = join(import.meta.dirname, '../../../../../shared/data/transcripts/coding-session.jsonl')

interface RecordedMessage {
  readonly role: string
  readonly api: 'anthropic-messages' | 'openai-responses'
  readonly model: string
  readonly usage: {
    readonly input: number
    readonly output: number
    readonly cacheRead: number
    readonly cacheWrite: number
    readonly cost: { readonly total: number }
  }
}

if (existsSync(session)) {
  it('[U3] the calls of the recorded coding session cost what was recorded, to the cent', async () => {
    const data = await loadBundledPrices()
    const answers = readFileSync(session, 'utf8')
      .split('\n')
      .flatMap((line): RecordedMessage[] => {
        const { message }: { message?: RecordedMessage } = line === '' ? {} : JSON.parse(line)
        return message?.role === 'assistant' ? [message] : []
      })
    const costs = answers.map(({ api, model, usage: { cost: _, ...usage } }) => {
      const type = api === 'anthropic-messages' ? 'anthropic' : 'openai-responses'
      const definition = { type, baseUrl: null, options: defaultDefinitionOptions } as const
      const prices = findPrices({ definition, model, discovered: null, override: null, data, at: Date.UTC(2026, 0) })
      return costOf({ usage: { ...noUsage, ...usage }, rawUsage: null, protocol: type, prices })
    })
    const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0).toFixed(2)
    expect(costs.filter(({ reliable }) => !reliable)).toEqual([])
    expect(sum(costs.map(({ usd }) => usd))).toBe(sum(answers.map(({ usage }) => usage.cost.total)))
    expect(sum(costs.map(({ usd }) => usd))).toBe('30.33')
  })
} else {
  it('the recorded coding session is not beside the project: no call of it is priced', () => {
    expect(existsSync(session)).toBe(false)
  })
}
