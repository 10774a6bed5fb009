import { readdirSync, readFileSync } from 'node:fs'
import { definedTypes } from '@stet/history'
import { expect, it } from 'vitest'
import { loadProvider } from './providers.ts'

it('[P1] there is a provider for every type that has a protocol, which the demo has not', async () => {
  const loaded = await Promise.all(definedTypes.map(async type => (await loadProvider(type))?.type ?? null))
  expect(loaded).toEqual(definedTypes)
  expect(await loadProvider('demo')).toBe(null)
})

it('[S6] no vendor SDK is loaded: their types alone are imported', () => {
  const sdk =
    /^import (?!type\b).*from '(openai|@anthropic-ai|@google|@aws-sdk)|import\('(openai|@anthropic-ai|@google|@aws-sdk)/m
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    file => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  expect(files.filter(file => sdk.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')))).toEqual([])
})

it('[P1] every protocol is a folder with the same files; those with models that only make images have one more', () => {
  const files = definedTypes.map(folder =>
    readdirSync(`${import.meta.dirname}/${folder}`).filter(file => !/\.test\.ts$|^fixture|^images\.ts$/.test(file)),
  )
  expect(files).toEqual(
    definedTypes.map(() => [
      'address.ts',
      'apply-settings.ts',
      'body.ts',
      'check-request.ts',
      'discover.ts',
      'errors.ts',
      'provider.ts',
      'read-parts.ts',
      'read-stream.ts',
      'to-messages.ts',
      'to-request.ts',
      'usage.ts',
    ]),
  )
})
