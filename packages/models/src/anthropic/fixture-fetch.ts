import type { Json } from '@stet/history'
import type { Block } from '../claude/blocks.ts'
import type { Scenario } from '../testing/provider-fixtures.ts'
import { json, type Written } from './fixture-events.ts'

const fetched: Json = {
  type: 'char_location',
  cited_text: 'A stet is a mark.',
  document_index: 0,
  document_title: 'Stet',
  start_char_index: 0,
  end_char_index: 17,
  file_id: null,
}
const fetchCall: Block = {
  type: 'server_tool_use',
  id: 'srvtoolu_02',
  name: 'web_fetch',
  input: { url: 'https://example.org/stet' },
}
const page: Block = {
  type: 'web_fetch_tool_result',
  tool_use_id: 'srvtoolu_02',
  content: {
    type: 'web_fetch_result',
    url: 'https://example.org/stet',
    content: {
      type: 'document',
      source: { type: 'text', media_type: 'text/plain', data: 'A stet is a mark. It means let it stand.' },
      title: 'Stet',
      citations: { enabled: true },
    },
    retrieved_at: '2026-08-25T10:30:00Z',
  },
}
const deniedCall: Block = {
  type: 'server_tool_use',
  id: 'srvtoolu_03',
  name: 'web_fetch',
  input: { url: 'https://example.org/shut' },
}
const denied: Block = {
  type: 'web_fetch_tool_result',
  tool_use_id: 'srvtoolu_03',
  content: { type: 'web_fetch_tool_result_error', error_code: 'url_not_accessible' },
}
/** An answer that fetched a page and cites it, and could not fetch another. */
export const fetchAnswer: readonly Block[] = [
  fetchCall,
  page,
  deniedCall,
  denied,
  { citations: [fetched], type: 'text', text: 'It is a mark.' },
]

export const fetchWritten: readonly Written[] = [
  { block: { ...fetchCall, input: {} }, deltas: json('', '{"url":"https://exa', 'mple.org/stet"}') },
  { block: page, deltas: [] },
  { block: { ...deniedCall, input: {} }, deltas: json('{"url":"https://example.org/shut"}') },
  { block: denied, deltas: [] },
  {
    block: { citations: [], type: 'text', text: '' },
    deltas: [
      { type: 'citations_delta', citation: fetched },
      { type: 'text_delta', text: 'It is ' },
      { type: 'text_delta', text: 'a mark.' },
    ],
  },
]

export const fetchedParts: Scenario['expected']['parts'] = [
  { kind: 'provider-call', tool: 'web_fetch', input: '{"url":"https://example.org/stet"}', outcome: 'done' },
  { kind: 'source', url: 'https://example.org/stet', title: 'Stet', citedText: null },
  {
    kind: 'provider-call',
    tool: 'web_fetch',
    input: '{"url":"https://example.org/shut"}',
    outcome: 'failed',
    because: 'url_not_accessible',
  },
  { kind: 'text', text: 'It is a mark.' },
  { kind: 'source', url: 'https://example.org/stet', title: 'Stet', citedText: 'A stet is a mark.', at: 13 },
]
