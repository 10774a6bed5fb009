import { describe, expect, it } from 'vitest'
import { fakeApi } from '../testing/fakes.ts'
import { problem, problemOf } from '../testing/problems.ts'

describe('the page of a home', () => {
  const page = async (request: Request) => (new URL(request.url).pathname === '/' ? new Response('the page') : null)
  const { request } = fakeApi({ page })

  it('is served outside of the API, under a policy that runs no script but its own', async () => {
    const response = await request('/')
    expect([await response.text(), response.headers.get('cache-control')]).toEqual(['the page', null])
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; font-src 'self' data:; " +
        "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
  })

  it('does not answer for the API, nor for what it does not have', async () => {
    expect(await problemOf(await request('/api/other'))).toEqual(problem(404, 'not-found'))
    expect(await problemOf(await request('/other'))).toEqual(problem(404, 'not-found'))
    expect(await problemOf(await request('/', { method: 'POST' }))).toEqual(problem(404, 'not-found'))
  })

  it('[Z-1] [Z-2] has the same guard', async () => {
    const { app } = fakeApi({ page })
    expect([
      (await request('/', { headers: { origin: 'https://evil.test' } })).status,
      (await app.request('http://evil.test/')).status,
    ]).toEqual([403, 403])
  })
})
