import { type ContextSettings, contextSettings, type ModelFacts, pathOf, treeOf } from '@stet/history'
import { anySettings, chatHistories, origins, texts } from '@stet/history/testing'
import fc from 'fast-check'
import type { AssembleInput, ContextDocument } from '../draft/assemble-input.ts'
import { roughTokenCounts } from './rough-token-counts.ts'

/** Models that may or may not have written the answers of a generated chat, with windows of all sizes. */
export function modelFacts(): fc.Arbitrary<ModelFacts> {
  return fc
    .record({
      origin: origins(),
      contextWindow: fc.constantFrom(null, 2048, 32_000, 200_000, 10_000_000),
      caching: fc.constantFrom('marks', 'automatic', 'none'),
      replayReasoning: fc.boolean(),
      takes: fc.record({ images: fc.boolean(), files: fc.boolean(), tools: fc.constant(true) }),
    })
    .map(({ origin, ...facts }) => ({
      ...origin,
      ...facts,
      name: origin.model,
      outputLimit: null,
      reasoning: 'none',
    }))
}

/** Any valid settings, with numbers that small chats come up against. */
export function anyContextSettings(): fc.Arbitrary<ContextSettings> {
  return fc
    .record({
      any: anySettings(contextSettings),
      toolMemory: fc.oneof(
        fc.constant({ mode: 'always' as const }),
        fc.record({
          mode: fc.constantFrom('forget' as const, 'when-cheaper' as const),
          afterConclusions: fc.integer({ min: 0, max: 5 }),
        }),
      ),
      resultLimit: fc.constantFrom(200, 1000, 30_000),
      stepResultLimit: fc.constantFrom(200, 2000, 100_000),
      reasoning: fc.oneof(
        fc.constantFrom('model' as const, 'all' as const, 'none' as const),
        fc.record({ lastCycles: fc.integer({ min: 1, max: 4 }) }),
      ),
      maxPromptTokens: fc.constantFrom(null, 300, 1000, 8000, 1_000_000),
      reservedResponseTokens: fc.constantFrom(0, 100, 250),
      keep: fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 8 })),
      compaction: fc.record({
        automatic: fc.boolean(),
        startAt: fc.constantFrom(0.5, 1),
        wait: fc.constant(false),
        model: fc.constant(null),
        length: fc.constant(null),
        facts: fc.constant(1500),
      }),
    })
    .map(({ any, keep: [one, other], ...settings }) => ({
      ...any,
      ...settings,
      recentMessagesToKeep: Math.max(one, other),
      minRecentMessagesToKeep: Math.min(one, other),
    }))
}

export function contextDocuments(): fc.Arbitrary<readonly ContextDocument[]> {
  return fc
    .array(fc.record({ name: texts(), text: texts() }), { maxLength: 2 })
    .map(documents => documents.map((document, index) => ({ id: `document-${index}`, ...document })))
}

/** The shown path of any chat, with any settings, read by any model. */
export function assembleInputs(): fc.Arbitrary<AssembleInput> {
  const tools = [{ name: 'clock', description: 'Tells the time.', input: { type: 'object' } }]
  return fc
    .record({
      history: chatHistories({ unreadable: true, maxActs: 30 }),
      model: modelFacts(),
      settings: anyContextSettings(),
      system: fc.constantFrom('', 'Be brief.'),
      documents: contextDocuments(),
      tools: fc.constantFrom([], tools),
      outputLimit: fc.constantFrom(null, 400),
      plainReplay: fc.boolean(),
      cache: fc.record({ state: fc.constantFrom('warm', 'cold', 'unknown') }),
    })
    .map(({ history: { chat, messages }, ...fields }) => ({
      ...fields,
      path: pathOf(treeOf(messages), chat),
      lifts: chat.lifts,
      marks: chat.marks,
      tokens: roughTokenCounts,
      previous: null,
      freezeMarks: false,
    }))
}
