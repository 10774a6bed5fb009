import { describe, expect, it } from 'vitest'
import { fakeApi } from '../testing/fakes.ts'
import { BODY_REQUESTS, READ_REQUESTS } from '../testing/requests.ts'
import { SALVAGED_PATH } from './read-only.ts'

const because = 'the database is damaged.'

async function* rows() {
  yield 'one\n'
}

/** Of the requests with a body: those that save nothing. The others are refused. */
const ANSWERED = [
  'stopJob',
  'inspect',
  'countTokens',
  'nextBytes',
  'chatCosts',
  'stopMcpServer',
  'answerMcpQuestion',
  'testWebSearch',
  'inspectWorkspace',
  'testProvider',
  'testKeptProvider',
  'findLocalServers',
]

describe('a home in which nothing can be changed', () => {
  const { command, request } = fakeApi({ readOnly: () => ({ because, rows }) })

  it('[FS-2] [FS-4] answers what saves nothing, also where it has a body, and refuses the rest', async () => {
    const answered = []
    for (const { name, method, path, body } of BODY_REQUESTS) {
      const response = await command(method, path, body)
      if (response.status === 200) answered.push(name)
      else expect([name, response.status, (await response.json()).code]).toEqual([name, 503, 'read-only'])
    }
    expect(answered).toEqual(ANSWERED)
  })

  it.each(READ_REQUESTS.filter(({ body, name }) => body === null && name !== 'health' && name !== 'readOnly'))(
    '[FS-4] answers $path',
    async ({ path, answer }) => {
      const response = await request(path)
      expect([response.status, await response.json()]).toEqual([200, answer])
    },
  )

  it('[FS-2] [S10] is not healthy, says why, and offers its readable rows', async () => {
    const health = await request('/api/health')
    expect([health.status, await health.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'read-only', detail: `Nothing can be changed: ${because}` }),
    ])
    const found = await (await request('/api/read-only')).json()
    expect(found).toEqual({ readOnly: { because, download: SALVAGED_PATH } })
    expect(await (await request(SALVAGED_PATH)).text()).toBe('one\n')
  })
})
