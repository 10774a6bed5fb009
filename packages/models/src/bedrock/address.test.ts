import { describe, expect, it } from 'vitest'
import { addressOf } from './address.ts'

describe('addressOf', () => {
  it.each(['us-west-2', 'bedrock:us-west-2', ' us-west-2 '])('[P2] reads the region %s', baseUrl => {
    expect(addressOf(baseUrl)).toEqual({
      region: 'us-west-2',
      runtime: 'https://bedrock-runtime.us-west-2.amazonaws.com',
      control: 'https://bedrock.us-west-2.amazonaws.com',
      isOwn: true,
    })
  })

  it.each([
    'https://bedrock-runtime.eu-central-1.amazonaws.com',
    'https://bedrock-runtime.eu-central-1.amazonaws.com/',
    'https://bedrock.eu-central-1.amazonaws.com',
  ])('[P2] reads the region out of %s, whichever of the two services it names', baseUrl => {
    expect(addressOf(baseUrl)).toEqual({
      region: 'eu-central-1',
      runtime: 'https://bedrock-runtime.eu-central-1.amazonaws.com',
      control: 'https://bedrock.eu-central-1.amazonaws.com',
      isOwn: true,
    })
  })

  it('[P2] keeps what is behind the service: a FIPS address, another part of the world', () => {
    expect(addressOf('https://bedrock-runtime-fips.us-gov-west-1.amazonaws.com')).toEqual({
      region: 'us-gov-west-1',
      runtime: 'https://bedrock-runtime-fips.us-gov-west-1.amazonaws.com',
      control: 'https://bedrock-fips.us-gov-west-1.amazonaws.com',
      isOwn: true,
    })
    expect(addressOf('https://bedrock-runtime.cn-north-1.amazonaws.com.cn').control).toBe(
      'https://bedrock.cn-north-1.amazonaws.com.cn',
    )
  })

  it('[P2] takes a server in between for both services', () => {
    const proxy = 'https://proxy.example/bedrock'
    expect(addressOf(`${proxy}/`)).toEqual({ region: 'us-east-1', runtime: proxy, control: proxy, isOwn: false })
  })

  it.each([null, '', 'nowhere', 'ftp://bedrock.example'])('[P2] asks for a region instead of %o', baseUrl => {
    expect(() => addressOf(baseUrl)).toThrow('Bedrock needs a region, such as us-west-2, for its base URL')
  })

  it('[P2] knows the domains of other partitions', () => {
    expect(addressOf('cn-north-1').runtime).toBe('https://bedrock-runtime.cn-north-1.amazonaws.com.cn')
    expect(addressOf('eusc-de-east-1').runtime).toBe('https://bedrock-runtime.eusc-de-east-1.amazonaws.eu')
  })
})
