import { describe, expect, it } from 'vitest'
import { providerTypes } from './provider-type.ts'
import { loadProvider } from './providers.ts'

describe('loadProvider', () => {
  it('[P2] gives every type that speaks a wire, under its own name', async () => {
    const loaded = await Promise.all(providerTypes.map(async type => (await loadProvider(type))?.type ?? null))
    expect(loaded).toEqual(providerTypes.map(type => (type === 'demo' ? null : type)))
  })
})
