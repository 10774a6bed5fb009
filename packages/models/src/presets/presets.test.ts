import { describe, expect, it } from 'vitest'
import { loadBundledPrices } from '../prices/load-bundled-prices.ts'
import { presets } from './presets.ts'

/** The vendors that P1 names. */
const vendors = [
  'openai',
  'openai-chat',
  'anthropic',
  'gemini',
  'bedrock',
  'openrouter',
  'xai',
  'deepseek',
  'groq',
  'mistral',
  'together',
  'fireworks',
  'cerebras',
  'ollama',
  'llama-cpp',
  'lm-studio',
  'vllm',
  'openai-compatible',
]

describe('presets', () => {
  it('[P1] offer every vendor of the list, each once', () => {
    const ids = presets.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(vendors))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('[P1] can be sent to an API and back unchanged', () => {
    expect(JSON.parse(JSON.stringify(presets))).toEqual(presets)
  })

  it('[P1] have addresses that are addresses, without a slash at the end', () => {
    const addresses = presets.flatMap(({ baseUrl, keyUrl }) => [baseUrl, keyUrl]).filter(url => url !== null)
    const wrong = addresses.filter(
      url => !/^[a-z]{2}-[a-z]+-\d$/.test(url) && (!URL.canParse(url) || url.endsWith('/')),
    )
    expect(wrong).toEqual([])
  })

  it('[P2] ask for no key, and count no cost, where models run at home', () => {
    const local = presets.filter(({ options }) => options.local)
    expect(local.map(({ id, key, baseUrl }) => [id, key, new URL(baseUrl ?? '').hostname])).toEqual([
      ['ollama', 'none', '127.0.0.1'],
      ['llama-cpp', 'none', '127.0.0.1'],
      ['lm-studio', 'none', '127.0.0.1'],
      ['vllm', 'optional', '127.0.0.1'],
    ])
  })

  it('[U3] name hosts whose prices the data knows', async () => {
    const data = await loadBundledPrices()
    // Another vendor may have no prices: its tokens are then shown without a cost.
    const hosts = presets.flatMap(({ id, baseUrl }) =>
      vendors.includes(id) && baseUrl?.startsWith('https:') ? [baseUrl] : [],
    )
    expect(hosts.filter(host => !data.vendors.some(({ address }) => address.test(host)))).toEqual([])
    expect(hosts).toHaveLength(8)
  })
})
