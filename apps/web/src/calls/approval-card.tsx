import type { Call } from '@stet/api/client'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react'
import { toolIcon } from '../tools/tool-icon.ts'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/controls/button.tsx'
import { inputLook } from '../ui/controls/field.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { useKept } from '../ui/hooks/kept-state.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { Revealed } from '../ui/text/revealed.tsx'
import { ArgumentsView, isDrawn, isWhole, SHOWN } from './arguments-view.tsx'
import type { CallDecisions } from './call-decisions.ts'
import { Drawings } from './drawing-view.tsx'
import { drawsAll } from './draws-all.ts'
import { focusAfterDecision, useDecision } from './use-decision.ts'
import { useDecisionKeys } from './use-decision-keys.ts'

const LONGEST_REASON = 2000

interface ApprovalCardProps {
  call: Call
  decisions: CallDecisions
}

/** A call that waits for the user: all of it is shown, and what is approved is exactly this (R6, Z-7). */
export function ApprovalCard({ call, decisions }: ApprovalCardProps) {
  const { title, icon, summary, mayBeAlways, drawings } = call.shown
  const [characters, setCharacters] = useKept('characters', SHOWN)
  const [denying, setDenying] = useKept('denying', false)
  const { decide, approveAll, deciding, trouble } = useDecision(call, decisions)
  // Never calls that must be approved one by one, nor one too long to be drawn at once.
  const together = decisions.waiting.filter(each => each.shown.mayBeAlways && isWhole(each.input, SHOWN))
  const card = useRef<HTMLElement>(null)
  const denyButton = useRef<HTMLButtonElement>(null)
  const whole = isWhole(call.input, characters)
  const isAllDrawn = useMemo(() => isWhole(call.input, SHOWN) && drawsAll(drawings, call.input), [call.input, drawings])
  const [asJson, setAsJson] = useKept('as-json', false)
  const id = useId()
  const onKeyDown = useDecisionKeys(card, {
    a: () => whole && decide({ kind: 'approve', always: false }),
    d: () => setDenying(true),
  })

  const { sought } = decisions
  useEffect(() => {
    if (sought?.callId === call.id) card.current?.focus()
  }, [sought, call.id])

  // It goes with its own buttons: the focus must not be lost with them.
  useLayoutEffect(() => {
    const shown = card.current
    return () => {
      if (shown?.contains(document.activeElement)) focusAfterDecision(shown)
    }
  }, [])

  return (
    <section
      ref={card}
      tabIndex={-1}
      data-call-waits={call.id}
      aria-labelledby={id}
      aria-busy={deciding}
      aria-keyshortcuts="A D"
      onKeyDown={onKeyDown}
      className="my-3 max-w-(--block) rounded border border-accent/50 bg-raised p-3 first:mt-0 focus-visible:outline-offset-1"
    >
      <h3 id={id} className="flex flex-wrap items-baseline gap-x-2 text-ui font-medium">
        <span className="self-center text-accent">
          <Icon name={toolIcon(icon)} />
        </span>
        <bdi className="wrap-anywhere">
          <Revealed text={title} />
        </bdi>
        <bdi className="font-mono text-[0.8125rem] font-normal wrap-anywhere text-ink-soft">
          <Revealed text={call.tool} />
        </bdi>
        <span className="font-normal text-accent">needs approval</span>
      </h3>
      {summary !== null && !isDrawn(summary, call.input) && (
        <p dir="auto" className="mt-1 wrap-anywhere text-ink-soft">
          <Revealed text={summary} />
        </p>
      )}
      <div className="mt-2">
        <Drawings drawings={drawings} isPreview />
      </div>
      {isAllDrawn && (
        <button
          type="button"
          aria-expanded={asJson}
          onClick={() => setAsJson(!asJson)}
          className="mt-1 -ml-1.5 inline-flex min-h-7 items-center gap-1 rounded px-1.5 text-small text-ink-faint hover:bg-wash hover:text-ink coarse:min-h-10"
        >
          <span className={classNames('transition-transform duration-150', asJson && 'rotate-90')}>
            <Icon name="chevron-right" size={12} />
          </span>
          Arguments
        </button>
      )}
      {(!isAllDrawn || asJson) && (
        <div className="mt-2">
          <ArgumentsView input={call.input} characters={characters} onMore={setCharacters} />
        </div>
      )}
      {trouble && (
        <div role="alert" className="mt-2">
          <Notice tone="trouble" title="Not decided">
            {trouble}
          </Notice>
        </div>
      )}
      {denying ? (
        <Denial
          onDeny={reason => decide({ kind: 'deny', reason })}
          onBack={() => {
            setDenying(false)
            requestAnimationFrame(() => denyButton.current?.focus())
          }}
        />
      ) : (
        <div className="mt-2 flex flex-wrap items-center gap-2">
          <Button
            look="primary"
            icon="check"
            disabled={!whole}
            aria-describedby={`${id}-whole`}
            onClick={() => decide({ kind: 'approve', always: false })}
          >
            Approve
          </Button>
          <Button ref={denyButton} look="outline" icon="close" onClick={() => setDenying(true)}>
            Deny
          </Button>
          {together.length > 1 && together[0]?.id === call.id && (
            <Button look="outline" onClick={() => approveAll(together)}>
              Approve all {together.length}
            </Button>
          )}
          {mayBeAlways && (
            <Button
              className="text-accent max-sm:-ml-3"
              disabled={!whole}
              onClick={() => decide({ kind: 'approve', always: true })}
            >
              Always allow in this chat
            </Button>
          )}
          {!whole && (
            <p id={`${id}-whole`} className="text-small text-ink-soft">
              Show all of it to approve.
            </p>
          )}
        </div>
      )}
    </section>
  )
}

interface DenialProps {
  onDeny: (reason: string) => void
  onBack: () => void
}

function Denial({ onDeny, onBack }: DenialProps) {
  const [reason, setReason] = useKept('reason', '')
  const field = useRef<HTMLInputElement>(null)
  const id = useId()

  useEffect(() => field.current?.focus(), [])

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    onDeny(reason)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onBack()
  }

  return (
    <form className="mt-2" onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <label htmlFor={id} className="mb-1 block w-fit text-small text-ink-soft">
        Reason (optional, sent to the model)
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          ref={field}
          id={id}
          dir="auto"
          autoComplete="off"
          maxLength={LONGEST_REASON}
          value={reason}
          onChange={event => setReason(event.target.value)}
          className={`${inputLook} flex-[1_1_14rem] border-line-strong`}
        />
        <Button type="submit" look="danger" icon="close" className="h-9 coarse:h-11">
          Deny
        </Button>
        <Button look="outline" className="h-9 coarse:h-11" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}
