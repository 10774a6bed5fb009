import { describe, expect, it } from 'vitest'
import { readPrices, refreshPrices } from './refresh-prices.ts'

const vendors = [
  {
    id: 'birds',
    api_pattern: 'https://api\\.birds\\.example',
    models: [
      { id: 'wren', match: { equals: 'wren' }, prices: { input_mtok: 1, output_mtok: 2 } },
      { id: 'future', match: { sounds_like: 'wren' }, prices: { input_mtok: 1 } },
      { id: 'odd', match: { equals: 'odd' }, prices: { input_mtok: 'much' } },
      { id: 'bad', match: { regex: '(' }, prices: { input_mtok: 1 } },
      {
        id: 'moon',
        match: { equals: 'moon' },
        prices: [{ constraint: { moon: 'full' }, prices: { input_mtok: 1 } }],
      },
    ],
  },
]

function refresh(answer: Response | Error, signal = new AbortController().signal) {
  const asked: string[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    asked.push(`${init?.method ?? 'GET'} ${String(input)}`)
    if (answer instanceof Error) throw answer
    return answer
  }
  return { asked, kept: refreshPrices({ fetch, signal, at: 77 }) }
}

describe('prices that the user asks to bring up to date', () => {
  it('[P1] are fetched from those who maintain them, and read again from what was kept', async () => {
    const { asked, kept } = refresh(Response.json(vendors))
    expect(await kept).toEqual({ json: JSON.stringify(vendors), at: 77 })
    expect(asked).toEqual([expect.stringMatching(/^GET https:\/\/.*genai-prices.*\.json$/)])
    const data = readPrices(await kept)
    expect({ asOf: data.asOf, leftOut: data.leftOut, models: data.vendors[0]?.models.map(({ id }) => id) }).toEqual({
      asOf: 77,
      leftOut: 4,
      models: ['wren'],
    })
  })

  it('[P1] are not taken when the answer is no price data', async () => {
    for (const answer of [Response.json({}), Response.json([]), new Response('[', { status: 200 })]) {
      await expect(refresh(answer).kept).rejects.toMatchObject({ kind: 'protocol' })
    }
  })

  it('[FP-18] say why they could not be fetched', async () => {
    await expect(refresh(new Response('', { status: 503 })).kept).rejects.toMatchObject({ kind: 'overloaded' })
    const offline = new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'ENOTFOUND' }) })
    await expect(refresh(offline).kept).rejects.toMatchObject({ kind: 'network' })
    await expect(refresh(Response.json(vendors), AbortSignal.abort()).kept).rejects.toMatchObject({ kind: 'aborted' })
  })
})
