import { describe } from 'vitest'
import { describeTools } from '../testing/describe-tools.ts'
import { createWebSearch } from './web-search.ts'

describe('web_search', () => {
  const tool = createWebSearch({
    async search({ words }, signal) {
      signal.throwIfAborted()
      if (words === 'nothing') return { kind: 'refused', because: 'The service is away.' }
      return { kind: 'found', hits: [{ title: 'Walls', url: 'https://walls.example', excerpt: 'Granite.' }] }
    },
  })
  describeTools([tool], async () => ({}))
})
