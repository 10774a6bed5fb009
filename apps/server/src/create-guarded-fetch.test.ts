import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, isIPv6 } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGuardedFetch } from './create-guarded-fetch.ts'

/** A server on loopback that counts what reaches it. */
async function listen() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end('there')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  return { asked, port: portOf(server.address()) }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('it does not listen on a port')
  return address.port
}

function leadingTo(...addresses: readonly string[]) {
  return createGuardedFetch({
    findAddresses: async () => addresses.map(address => ({ address, family: isIPv6(address) ? 6 : 4 })),
  })
}

describe('what is fetched', () => {
  it.each([
    ['169.254.169.254'],
    ['127.0.0.1', '169.254.169.254'],
    ['fe80::1%eth0'],
    ['::ffff:169.254.169.254'],
    ['fd00:ec2::254'],
    ['100.100.100.200'],
  ])('[Z-4] is nothing where a name leads to %s', async (...addresses) => {
    const { asked, port } = await listen()
    await expect(leadingTo(...addresses)(`http://innocent.example:${port}/v1`)).rejects.toMatchObject({
      kind: 'invalid-request',
      retryable: false,
      message: expect.stringMatching(/^innocent\.example leads to .* Nothing was sent\.$/),
    })
    expect(asked).toEqual([])
  })

  it.each(['http://169.254.169.254/latest', 'http://[fe80::1]/', 'http://2852039166/'])(
    '[Z-4] is nothing at %s',
    async url => {
      await expect(createGuardedFetch()(url)).rejects.toMatchObject({ kind: 'invalid-request' })
    },
  )

  it('[Z-4] is nothing where a name leads to this computer, unless the provider is marked so', async () => {
    const { asked, port } = await listen()
    const findAddresses = async () => [{ address: '127.0.0.1', family: 4 }]
    const url = `http://innocent.example:${port}/v1`
    await expect(createGuardedFetch({ findAddresses })(url)).rejects.toMatchObject({ kind: 'invalid-request' })
    expect(asked).toEqual([])
    const local = createGuardedFetch({ findAddresses, reach: 'with-loopback' })
    expect(await (await local(url)).text()).toBe('there')
  })

  it.each(['localhost', '127.0.0.1', '127.1'])(
    '[Z-4] is nothing from %s, unless the provider is marked so',
    async host => {
      const { asked, port } = await listen()
      await expect(createGuardedFetch()(`http://${host}:${port}/v1`)).rejects.toMatchObject({ kind: 'invalid-request' })
      expect(asked).toEqual([])
      const local = createGuardedFetch({ reach: 'with-loopback' })
      expect(await (await local(`http://${host}:${port}/v1`)).text()).toBe('there')
    },
  )

  it('[Z-4] comes from the very address that was looked at, asked for once', async () => {
    const { asked, port } = await listen()
    let lookups = 0
    const fetch = createGuardedFetch({
      reach: 'with-loopback',
      findAddresses: async () => {
        lookups += 1
        return [{ address: lookups === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }]
      },
    })
    const response = await fetch(`http://innocent.example:${port}/v1`)
    expect([await response.text(), asked, lookups]).toEqual(['there', ['/v1'], 1])
  })

  it('[P2] is what was asked for, by a name, an address or a request', async () => {
    const { asked, port } = await listen()
    const fetch = createGuardedFetch({ reach: 'with-loopback' })
    const responses = [
      await fetch(`http://localhost:${port}/name`),
      await fetch(new URL(`http://127.0.0.1:${port}/address`)),
      await fetch(new Request(`http://127.0.0.1:${port}/request`, { method: 'POST', body: 'x' })),
    ]
    expect(await Promise.all(responses.map(response => response.text()))).toEqual(['there', 'there', 'there'])
    expect(asked).toEqual(['/name', '/address', '/request'])
  })

  it('[FP-18] fails in its own words where nobody knows the name', async () => {
    const fetch = createGuardedFetch({
      findAddresses: async () => {
        throw Object.assign(new Error('getaddrinfo ENOTFOUND nobody.invalid'), { code: 'ENOTFOUND' })
      },
    })
    await expect(fetch('http://nobody.invalid/')).rejects.toMatchObject({ cause: { code: 'ENOTFOUND' } })
  })

  it('[FP-18] is given up where nobody takes the connection', async () => {
    const deaf = spawn(process.execPath, [
      '-e',
      'const s = require("net").createServer().listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => console.log(s.address().port))',
    ])
    onTestFinished(() => {
      deaf.kill('SIGKILL')
    })
    const [printed] = await once(deaf.stdout, 'data')
    const port = Number(String(printed))
    deaf.kill('SIGSTOP')
    // A stopped process takes no connection; the system holds a few for it, and then answers no more.
    const held = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
    onTestFinished(() => {
      for (const socket of held) socket.destroy()
    })
    const fetch = createGuardedFetch({ connectMs: 300, reach: 'with-loopback' })
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
      cause: { code: 'UND_ERR_CONNECT_TIMEOUT' },
    })
  })
})
