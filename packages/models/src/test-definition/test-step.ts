import type { ModelErrorKind } from '../model-error.ts'

/** What is tried of a definition, in this order. */
export type TestedStep = 'reach' | 'key' | 'models' | 'answer'

export interface TestStep {
  readonly step: TestedStep
  readonly outcome: 'ok' | 'failed' | 'not-tried'
  /** For the user: what was found, and what to do where it failed. */
  readonly says: string
  /** What went wrong in the provider's or the network's own words, without secrets; null when nothing did. */
  readonly detail: string | null
  readonly kind: ModelErrorKind | null
}

export interface DefinitionTest {
  /** Whether the definition can be used: it answered. */
  readonly ok: boolean
  readonly steps: readonly TestStep[]
}
