import { describe, expect, it } from 'vitest'
import { routeOf } from './address.ts'

describe('where requests go', () => {
  it.each([
    [null, 'https://api.anthropic.com'],
    ['  ', 'https://api.anthropic.com'],
    ['https://api.anthropic.com', 'https://api.anthropic.com'],
    ['https://api.anthropic.com/', 'https://api.anthropic.com'],
    ['https://api.anthropic.com/v1', 'https://api.anthropic.com'],
    ['https://api.anthropic.com/v1/', 'https://api.anthropic.com'],
    ['https://api.anthropic.com/v1/messages', 'https://api.anthropic.com'],
    ['http://127.0.0.1:8080/anthropic/', 'http://127.0.0.1:8080/anthropic'],
    ['http://127.0.0.1:8080/anthropic/v1', 'http://127.0.0.1:8080/anthropic'],
  ])('[P1] %s is spoken to at %s', (baseUrl, expected) => {
    expect(routeOf({ baseUrl })).toEqual({ kind: 'direct', baseUrl: expected })
  })

  it.each([
    ['us-west-2', 'us-west-2'],
    ['bedrock:us-west-2', 'us-west-2'],
    ['bedrock:us-gov-west-1', 'us-gov-west-1'],
    ['ap-northeast-1', 'ap-northeast-1'],
    ['https://bedrock-runtime.us-west-2.amazonaws.com/', 'https://bedrock-runtime.us-west-2.amazonaws.com/'],
    [
      'https://bedrock-runtime-fips.us-gov-west-1.amazonaws.com',
      'https://bedrock-runtime-fips.us-gov-west-1.amazonaws.com',
    ],
    ['bedrock:https://proxy.example.org/bedrock', 'https://proxy.example.org/bedrock'],
  ])('[P2] %s is Bedrock at %s', (given, baseUrl) => {
    expect(routeOf({ baseUrl: given })).toEqual({ kind: 'bedrock', baseUrl })
  })
})
