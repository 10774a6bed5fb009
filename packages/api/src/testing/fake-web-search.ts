import type { WebSearchAnswers, WebSearchDesk, WebSearchSetting } from '@stet/desk'
import type { ReadAnswers } from '../answers.ts'

const SETTING: WebSearchSetting = { services: [], saved: null, trouble: null }

export const WEB_SEARCH_SHOWN: WebSearchAnswers = { changeWebSearch: SETTING, removeWebSearch: SETTING }

export const WEB_SEARCH_READS = {
  webSearch: SETTING,
  testWebSearch: { ok: true, hits: [] },
} satisfies Partial<ReadAnswers>

/** No service is set up. */
export function fakeWebSearch(): WebSearchDesk {
  return {
    changeWebSearch: async () => SETTING,
    removeWebSearch: async () => SETTING,
    setting: async () => SETTING,
    test: async () => WEB_SEARCH_READS.testWebSearch,
    tool: async () => {
      throw new Error('no route asks for the tool')
    },
  }
}
