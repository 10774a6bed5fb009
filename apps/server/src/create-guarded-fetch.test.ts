import { describe, expect, it } from 'vitest'
import { createGuardedFetch } from './create-guarded-fetch.ts'

function guarded(addresses: readonly string[]) {
  const sent: string[] = []
  const asked: string[] = []
  const fetch = createGuardedFetch(
    async input => {
      sent.push(String(input instanceof Request ? input.url : input))
      return new Response('there')
    },
    async host => {
      asked.push(host)
      return addresses
    },
  )
  return { fetch, sent, asked }
}

describe('what is fetched', () => {
  it.each([
    ['169.254.169.254'],
    ['93.184.216.34', '169.254.169.254'],
    ['fe80::1%eth0'],
    ['::ffff:169.254.169.254'],
    ['fd00:ec2::254'],
    ['100.100.100.200'],
  ])('[Z-4] is nothing where a name leads to %s', async (...addresses) => {
    const { fetch, sent } = guarded(addresses)
    await expect(fetch('https://innocent.example/v1')).rejects.toMatchObject({
      kind: 'invalid-request',
      retryable: false,
      message: expect.stringMatching(/^innocent\.example leads to .* Nothing was sent\.$/),
    })
    expect(sent).toEqual([])
  })

  it.each([['93.184.216.34'], ['127.0.0.1', '::1'], ['192.168.1.20'], []])(
    '[P2] is what was asked for where it leads to %s',
    async (...addresses) => {
      const { fetch, sent, asked } = guarded(addresses)
      const responses = [
        await fetch('https://innocent.example/v1'),
        await fetch(new URL('http://[::1]:8080/')),
        await fetch(new Request('http://10.0.0.1/')),
      ]
      expect(await Promise.all(responses.map(response => response.text()))).toEqual(['there', 'there', 'there'])
      expect([sent, asked]).toEqual([
        ['https://innocent.example/v1', 'http://[::1]:8080/', 'http://10.0.0.1/'],
        ['innocent.example', '::1', '10.0.0.1'],
      ])
    },
  )

  it('[FP-18] fails in its own words where nobody knows the name', async () => {
    const fetch = createGuardedFetch(async () => {
      throw new TypeError('fetch failed')
    })
    await expect(fetch('http://nobody.invalid/')).rejects.toThrow('fetch failed')
  })
})
