import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { providerTypes } from './provider-type.ts'
import { loadProvider } from './providers.ts'

it('[P1] there is a provider for every type that has a protocol, which the demo has not', async () => {
  const loaded = await Promise.all(providerTypes.map(async type => (await loadProvider(type))?.type ?? null))
  expect(loaded).toEqual(providerTypes.map(type => (type === 'demo' ? null : type)))
})

it('[S6] no vendor SDK is loaded: their types alone are imported', () => {
  const sdk =
    /^import (?!type\b).*from '(openai|@anthropic-ai|@google|@aws-sdk)|import\('(openai|@anthropic-ai|@google|@aws-sdk)/m
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    file => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  expect(files.filter(file => sdk.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')))).toEqual([])
})

it('[P1] every protocol is a folder with the same files', () => {
  const folders = providerTypes.filter(type => type !== 'demo')
  const files = folders.map(folder =>
    readdirSync(`${import.meta.dirname}/${folder}`).filter(file => !/\.test\.ts$|^fixture/.test(file)),
  )
  expect(files).toEqual(
    folders.map(() => [
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
