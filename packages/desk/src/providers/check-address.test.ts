import { describe, expect, it } from 'vitest'
import { checkBaseUrl as checkBaseUrlWithin, checkModelsUrl as checkModelsUrlWithin, reachOf } from './check-address.ts'

type BaseUrlArguments = Parameters<typeof checkBaseUrlWithin>

function checkBaseUrl(type: BaseUrlArguments[0], text: string | null, thisComputer = false): string | null {
  return checkBaseUrlWithin(type, text, reachOf({ thisComputer, local: false }))
}

function checkModelsUrl(text: string | null, thisComputer = false): string | null {
  return checkModelsUrlWithin(text, reachOf({ thisComputer, local: false }))
}

const refused = (field: string) => expect.objectContaining({ code: 'invalid', field })

describe('addresses of providers', () => {
  it.each([
    'https://api.openai.com/v1',
    'http://192.168.1.20:1234/v1',
    'https://xn--bcher-kva.example/api',
    'HTTPS://EXAMPLE.ORG',
  ])('[P1] %s is one, and stays as it was typed', text => {
    expect([checkBaseUrl('openai-chat', text), checkModelsUrl(text)]).toEqual([text, text])
  })

  it.each([
    'ftp://example.org',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/plain,a',
    'example.org/v1',
    '//example.org',
    '',
    'https://',
    'https://user:secret@example.org',
    'https://user@example.org',
    ' https://example.org',
    'https://exa\nmple.org',
    `https://example.org/${'x'.repeat(2000)}`,
  ])('[Z-4] %j is refused', text => {
    expect(() => checkBaseUrl('openai-chat', text)).toThrow(refused('baseUrl'))
    expect(() => checkModelsUrl(text)).toThrow(refused('modelsUrl'))
  })

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://169.254.1.1',
    'http://0xa9fea9fe/',
    'http://2852039166/',
    'http://0251.0376.0251.0376/',
    'http://169.254.43518',
    'http://[::ffff:169.254.169.254]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[::169.254.169.254]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[fe80::1]/',
    'http://[febf::1]/',
    'http://[fd00:ec2::254]/',
    'http://100.100.100.200/',
    'http://192.0.0.192/',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://METADATA.google.internal./',
    'http://metadata/',
    'http://[2002:a9fe:a9fe::]/',
    'http://[64:ff9b:1::a9fe:a9fe]/',
    'http://[fd20:ce::254]/',
    'http://168.63.129.16/',
    'http://0/',
    'http://[::]/',
  ])('[Z-4] %s is where no provider is, however it is spelled', text => {
    expect(() => checkBaseUrl('openai-chat', text)).toThrow(refused('baseUrl'))
    expect(() => checkModelsUrl(text)).toThrow(refused('modelsUrl'))
  })

  it.each([
    'http://localhost:11434/v1/',
    'http://any.localhost/',
    'http://127.0.0.1:8080',
    'http://[::1]:8080/v1',
    'http://127.1:8080/v1',
    'http://0177.1/',
    'http://2130706433/',
    'http://[::ffff:7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://127.0.0.53/',
  ])('[Z-4] %s is this computer: only a provider that is marked so reaches it', text => {
    expect(() => checkBaseUrl('openai-chat', text)).toThrow(refused('baseUrl'))
    expect(() => checkModelsUrl(text)).toThrow(refused('modelsUrl'))
    expect([checkBaseUrl('openai-chat', text, true), checkModelsUrl(text, true)]).toEqual([text, text])
  })

  it('[Z-4] says what to do about an address of this computer', () => {
    expect(() => checkBaseUrl('openai-chat', 'http://127.1:8080/v1')).toThrow(
      '127.0.0.1 is this computer; if a server of yours runs there, switch on “Server on this computer”',
    )
  })

  it('[P2] a region is an address for Bedrock, and for Claude there, and for no other type', () => {
    for (const region of ['us-west-2', 'bedrock:eu-central-1', 'us-gov-west-1', 'ap-southeast-10']) {
      expect([checkBaseUrl('bedrock', region), checkBaseUrl('anthropic', region)]).toEqual([region, region])
      expect(() => checkBaseUrl('openai-chat', region)).toThrow(refused('baseUrl'))
    }
    expect(() => checkBaseUrl('bedrock', null)).toThrow(refused('baseUrl'))
    expect(checkBaseUrl('anthropic', null)).toBeNull()
  })

  it('a base URL is added to, so it has no query and no fragment; the address of a list may', () => {
    expect(() => checkBaseUrl('openai-chat', 'https://example.org/v1?a=b')).toThrow(refused('baseUrl'))
    expect(() => checkBaseUrl('openai-chat', 'https://example.org/v1#a')).toThrow(refused('baseUrl'))
    expect(checkModelsUrl('https://example.org/models?all=1')).toBe('https://example.org/models?all=1')
  })
})
