import { describe, expect, it } from 'vitest'
import { diagnosis, ownControls } from './apply-settings.ts'
import { anthropicFixtures } from './fixtures.ts'

const { facts } = anthropicFixtures
const own = { facts, definition: { baseUrl: null } }
const thinking = { type: 'adaptive', display: 'summarized' } as const
const nothing = { fields: {}, betas: [], notes: [] }

it('[C6] asks Anthropic to keep all earlier thinking, and says nothing of it unless the chat is set so', () => {
  expect(ownControls({ earlierReasoning: 'keep' }, { thinking }, own)).toEqual({
    fields: { context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] } },
    betas: ['context-management-2025-06-27'],
    notes: [],
  })
  expect(ownControls({}, { thinking }, own)).toEqual(nothing)
  expect(ownControls({ earlierReasoning: 'drop' }, { thinking }, own)).toEqual(nothing)
})

it('[C6] does not edit thinking in a request that asks for none, which Anthropic refuses', () => {
  expect(ownControls({ earlierReasoning: 'keep' }, {}, own)).toEqual(nothing)
  expect(ownControls({ earlierReasoning: 'keep' }, { thinking: { type: 'disabled' } }, own)).toEqual(nothing)
})

it.each(['https://proxy.example', 'us-west-2'])(
  '[C6] does not send %s a field that it refuses, and says so',
  baseUrl => {
    expect(ownControls({ earlierReasoning: 'keep' }, { thinking }, { facts, definition: { baseUrl } })).toEqual({
      ...nothing,
      notes: ['this server cannot be asked to keep earlier reasoning; it may ignore some of it'],
    })
  },
)

const binding = { ...own, facts: { ...facts, model: 'claude-opus-5-5', bindsReasoning: true } }
const dropBlock = { block_binding: { prefix_mismatch_behavior: 'drop_block' } }

it('[C20] asks Anthropic to drop thinking that no longer fits, where the model binds it', () => {
  expect(ownControls({}, { thinking }, binding)).toEqual({
    fields: { thinking: { ...thinking, ...dropBlock } },
    betas: ['thinking-binding-controls-2026-08-01'],
    notes: [],
  })
  // It always thinks, also where nothing was said.
  expect(ownControls({}, {}, binding).fields).toEqual({ thinking: { type: 'adaptive', ...dropBlock } })
  expect(ownControls({}, { thinking: { type: 'between_tools' } }, binding)).toEqual(nothing)
})

it.each(['https://proxy.example', 'us-west-2'])('[C20] does not ask %s, which refuses the field', baseUrl => {
  expect(ownControls({}, { thinking }, { ...binding, definition: { baseUrl } })).toEqual(nothing)
})

describe('why the cache missed', () => {
  const marked = { system: [{ text: 'Be brief.', cacheMark: true }], messages: [] }

  it('[C24] is asked of Anthropic with every request that is cached, the first included', () => {
    expect(diagnosis({ ...marked, comparedWith: 'msg_01' }, own)).toEqual({
      fields: { diagnostics: { previous_message_id: 'msg_01' } },
      betas: ['cache-diagnosis-2026-04-07'],
    })
    expect(diagnosis(marked, own).fields).toEqual({ diagnostics: { previous_message_id: null } })
  })

  it.each([
    ['a request without cache marks', { ...marked, system: [] }, own],
    ['a proxy', marked, { facts, definition: { baseUrl: 'https://proxy.example' } }],
    ['Bedrock', marked, { facts, definition: { baseUrl: 'us-west-2' } }],
  ])('[C24] is not asked for %s', (_name, request, place) => {
    expect(diagnosis(request, place)).toEqual({ fields: {}, betas: [] })
  })
})
