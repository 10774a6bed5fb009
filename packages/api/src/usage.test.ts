import { describe, expect, it } from 'vitest'
import { fakeApi } from './testing/fakes.ts'
import { problem, problemOf } from './testing/problems.ts'

describe('what was spent', () => {
  const { request } = fakeApi()

  it.each([
    ['/api/requests/nonsense', 'request-not-found'],
    ['/api/usage?workspace=nonsense', 'workspace-not-found'],
    ['/api/chats/nonsense/usage', 'chat-not-found'],
    ['/api/usage/report?workspace=nonsense', 'workspace-not-found'],
  ])('[FH-7] GET %s is a 404', async (path, code) => {
    expect(await problemOf(await request(path))).toEqual(problem(404, code))
  })

  it.each([
    '',
    '?model=m',
    '?definition=d',
    '?day=2026-11-15&definition=d&model=m',
    '?day=2026-11-15&model=m',
    '?day=',
    '?hour=1',
  ])('[U2] GET /api/usage%s is a 400: one thing is asked about', async query => {
    expect((await request(`/api/usage${query}`)).status).toBe(400)
  })
  it.each(['?model=m', '?definition=d', '?purpose=fun', '?from='])(
    '[U4] GET /api/usage/report%s is a 400',
    async query => {
      expect((await request(`/api/usage/report${query}`)).status).toBe(400)
    },
  )
})
