import type { Cost } from '@stet/api/client'

interface CostOfMessage {
  readonly cost: Cost
  /** Whether the provider told what was used. */
  readonly told: boolean
  /** Whether a fork copied the message: it was paid for where it was made. */
  readonly inherited: boolean
}

/** What a message's cost means, and why it cannot be relied on where that is so (U2, U3). */
export function costWords({ cost, told, inherited }: CostOfMessage): string {
  const parts = [inherited ? 'Paid for in the chat it was copied from.' : 'What this message cost.']
  if (!cost.reliable) {
    parts.push(
      told
        ? 'Unreliable: a price is missing for something it used.'
        : 'Unreliable: the provider did not tell what it used.',
    )
  }
  return parts.join(' ')
}
