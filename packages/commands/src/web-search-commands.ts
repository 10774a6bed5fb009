import * as z from 'zod/mini'
import { defineCommand, defineRead, nothing } from './definition.ts'
import { LONGEST_COMMAND, LONGEST_KEPT } from './limits.ts'

/** A search service as the user fills it in. */
export const webSearchForm = z.strictObject({
  service: z.enum(['searxng', 'brave', 'tavily']),
  /** Null for the service's own address. */
  url: z.nullable(z.string().check(z.maxLength(LONGEST_COMMAND))),
  /** Whether it may be on this computer. */
  thisComputer: z.boolean(),
  /** Left out, the saved one stays; null removes it. */
  key: z.optional(z.nullable(z.string().check(z.maxLength(LONGEST_KEPT)))),
})

export type WebSearchForm = z.infer<typeof webSearchForm>

const example: WebSearchForm = { service: 'searxng', url: 'http://127.0.0.1:8888', thisComputer: true, key: null }

/** The search service of the tool `web_search`, which the desk keeps (T8). */
export const WEB_SEARCH_COMMANDS = {
  changeWebSearch: defineCommand({
    name: 'change-web-search',
    method: 'PUT',
    path: '/api/web-search',
    help: 'Sets up the search service that the tool `web_search` asks. For another address the key must be given again.',
    input: webSearchForm,
    field: 'form',
    status: 200,
    answer: z.null(),
    shows: 'WebSearchSetting',
    // Without the key: a hash of one, on disk, can be guessed at.
    hashed: ({ form: { key, ...form } }) => JSON.stringify([form, key === undefined ? 'kept' : typeof key]),
    example: { input: example, answer: null },
  }),
  removeWebSearch: defineCommand({
    name: 'remove-web-search',
    method: 'DELETE',
    path: '/api/web-search',
    help: 'Forgets the search service and its key. The tool `web_search` is then not offered.',
    input: nothing,
    status: 200,
    answer: z.null(),
    shows: 'WebSearchSetting',
    example: { input: {}, answer: null },
  }),
}

export const WEB_SEARCH_READS = {
  webSearch: defineRead({
    path: '/api/web-search',
    help: 'The search service of the tool `web_search`, without its key, and the services to choose from.',
    answers: 'WebSearchSetting',
  }),
  testWebSearch: defineRead({
    path: '/api/web-search/test',
    help: 'Searches once with a service as it is filled in; nothing is saved. A failure is part of the answer.',
    answers: 'WebSearchTest',
    input: z.strictObject({ form: webSearchForm }),
    example: { input: { form: example } },
  }),
}
