import { ApiError, type Call } from '@stet/api/client'
import { useContext, useRef, useState } from 'react'
import { sentence } from '../formats/sentence.ts'
import { useServices } from '../state/services.ts'
import { FollowEnd } from '../ui/hooks/scroll-context.ts'
import type { CallDecisions } from './call-decisions.ts'

type Decided =
  | { readonly kind: 'approve'; readonly always: boolean }
  | { readonly kind: 'deny'; readonly reason: string }

/** One decision at a time. The same one given again, because no answer came, keeps its key and so acts once. */
export function useDecision(call: Call, decisions: CallDecisions) {
  const { newKey } = useServices()
  const [deciding, setDeciding] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const follow = useContext(FollowEnd)
  const keys = useRef(new Map<string, string>())

  function keyOf(one: Call, decided: Decided): string {
    const name = JSON.stringify([decided, one.hash, one.id])
    const key = keys.current.get(name) ?? newKey()
    keys.current.set(name, key)
    return key
  }

  async function decideOn(one: Call, decided: Decided): Promise<void> {
    const key = keyOf(one, decided)
    const { runId } =
      decided.kind === 'approve'
        ? await decisions.approve(one, { key, always: decided.always })
        : await decisions.deny(one, { key, reason: decided.reason })
    if (runId !== null) follow()
  }

  async function attempt(act: () => Promise<void>): Promise<void> {
    if (deciding) return
    setDeciding(true)
    setTrouble(null)
    try {
      await act()
    } catch (error) {
      if (!(error instanceof ApiError)) reportError(error)
      setTrouble(sentence(error instanceof Error ? error.message : String(error)))
    } finally {
      setDeciding(false)
    }
  }

  return {
    decide: (decided: Decided) => void attempt(() => decideOn(call, decided)),
    /** Sends decisions one after another. Stops at the first refusal and shows the reason. */
    approveAll: (calls: readonly Call[]) =>
      void attempt(async () => {
        for (const one of calls) await decideOn(one, { kind: 'approve', always: false })
      }),
    deciding,
    trouble,
  }
}

/** Moves the focus after a decision: to the next waiting call, or else to the composer. */
export function focusAfterDecision(decided: HTMLElement): void {
  const others = [...document.querySelectorAll<HTMLElement>('[data-call-waits]')].filter(card => card !== decided)
  const next =
    others.find(card => decided.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING) ?? others[0]
  // On a phone the focus in the field would bring up the keyboard over the conversation.
  const field = matchMedia('(pointer: fine)').matches ? '[data-composer]' : '#main'
  const target = next ?? document.querySelector<HTMLElement>(field)
  target?.focus({ preventScroll: next === undefined })
}
