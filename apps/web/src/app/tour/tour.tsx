import { useNavigate, useParams } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useChatList } from '../../chats/chat-list-query.ts'
import { Button } from '../../ui/controls/button.tsx'
import { type Box, placeStep } from './place-step.ts'
import { type TourStep, type TourSteps, tourSteps, visibleBox } from './tour-steps.ts'

interface TourProps {
  onEnd: () => void
}

/** Shows what surrounds the messages of a chat, one thing at a time. It only points: nothing moves (V5). */
export function Tour({ onEnd }: TourProps) {
  const chatId = useTourChat()
  const isReady = useIsReady(chatId)
  const shown = useRef(chatId)
  useEffect(() => {
    // The user left the page.
    if (typeof shown.current === 'string' && chatId !== shown.current) onEnd()
    shown.current = chatId
  }, [chatId, onEnd])
  if (isReady === null) return null
  return <TourDialog steps={isReady ? tourSteps : [NOTHING_TO_SHOW]} onEnd={onEnd} />
}

const NOTHING_TO_SHOW: TourStep = {
  title: 'The tour begins with an answer',
  text: 'It shows what a chat has around its messages. Write a message or choose a first step, then start the tour from the help.',
  find: () => document.body,
}

/** The chat that is open, or the newest, which is opened. Null where there is none, undefined until that is known. */
function useTourChat(): string | null | undefined {
  const navigate = useNavigate()
  const { chatId } = useParams({ strict: false })
  const { chats, isPending } = useChatList('open')
  const isSought = useRef(false)
  const newest = chats.find(listed => listed.kind === 'chat')?.chat.id ?? null
  useEffect(() => {
    if (chatId !== undefined || isPending || isSought.current) return
    isSought.current = true
    void (newest === null ? navigate({ to: '/' }) : navigate({ to: '/chats/$chatId', params: { chatId: newest } }))
  }, [chatId, isPending, newest, navigate])
  return chatId ?? (isPending || newest !== null ? undefined : null)
}

/** How long a chat may take to show a first line. One without a message never does. */
const PATIENCE_MS = 5000

/** Whether there is something to show; null until that is known, and while the dialog that started the tour is closing. */
function useIsReady(chatId: string | null | undefined): boolean | null {
  const [isReady, setReady] = useState<boolean | null>(null)
  useEffect(() => {
    if (chatId === undefined || isReady !== null) return
    const since = performance.now()
    let frame = 0
    const look = () => {
      const isCovered = document.querySelector('[role="dialog"], [role="menu"]') !== null
      const hasAny = tourSteps[0].find() !== null
      const isLate = performance.now() - since > PATIENCE_MS
      if (isLate || (!isCovered && (hasAny || chatId === null))) setReady(hasAny)
      else frame = requestAnimationFrame(look)
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [chatId, isReady])
  return isReady
}

interface TourDialogProps extends TourProps {
  steps: TourSteps
}

function TourDialog({ steps, onEnd }: TourDialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  const [step, setStep] = useState<TourStep>(steps[0])
  const { present, target, place } = usePlaces(steps, step, panel)
  const at = present.indexOf(step)
  const isLast = at === present.length - 1

  useModal(dialog, next)
  useEffect(() => step.enter?.(), [step])
  useEffect(() => {
    const found = step.find()
    if (found !== null && visibleBox(found).height === 0) found.scrollIntoView({ block: 'center' })
    // The button that was pressed may be gone at this step.
    if (!dialog.current?.contains(document.activeElement)) next.current?.focus()
  }, [step])

  function go(by: 1 | -1): void {
    const to = present[at + by]
    if (to !== undefined) setStep(to)
  }

  function onKeyDown(event: KeyboardEvent): void {
    // The shortcuts of the page would open something behind the tour.
    event.stopPropagation()
    if (event.key === 'ArrowRight') go(1)
    else if (event.key === 'ArrowLeft') go(-1)
    else return
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onKeyDown={onKeyDown}
      onCancel={onEnd}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none overflow-hidden bg-transparent text-ui text-ink backdrop:bg-transparent"
    >
      <div
        aria-hidden="true"
        style={target ?? { left: 0, top: 0, width: 0, height: 0 }}
        className="pointer-events-none absolute rounded outline-2 outline-offset-2 outline-accent shadow-[0_0_0_200vmax_var(--scrim)]"
      />
      <div
        ref={panel}
        style={place ?? { left: 0, top: 0 }}
        className="absolute w-full border-y border-line bg-raised p-4 pb-[max(1rem,env(safe-area-inset-bottom))] shadow-float sm:w-84 sm:rounded sm:border"
      >
        <div aria-live="polite">
          <h2 id={`${id}-title`} className="text-read font-semibold">
            {step.title}
          </h2>
          <p id={`${id}-text`} className="mt-1 text-pretty text-ink-soft">
            {step.text}
          </p>
        </div>
        <div className="mt-4 flex items-center gap-2">
          <span className="flex-1 text-small text-ink-faint tabular-nums">
            {present.length > 1 && at >= 0 && `${at + 1} of ${present.length}`}
          </span>
          {!isLast && <Button onClick={onEnd}>Skip</Button>}
          {at > 0 && (
            <Button look="outline" onClick={() => go(-1)}>
              Back
            </Button>
          )}
          <Button ref={next} look="primary" onClick={() => (isLast ? onEnd() : go(1))}>
            {isLast ? 'Done' : 'Next'}
          </Button>
        </div>
      </div>
    </dialog>
  )
}

/** Takes the focus and returns it at the end. If the element that had it is gone, such as the tour's offer, the message field gets it. */
function useModal(ref: RefObject<HTMLDialogElement | null>, first: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    first.current?.focus()
    return () => {
      dialog?.close()
      const focused = document.activeElement
      // A closed dialog keeps the focus until the next frame where nothing takes it.
      if (focused !== null && focused !== document.body && !dialog?.contains(focused)) return
      const field = matchMedia('(pointer: fine)').matches
        ? document.querySelector<HTMLElement>('[data-composer]')
        : null
      ;(field ?? document.getElementById('main'))?.focus()
    }
  }, [ref, first])
}

interface Places {
  /** The steps that have something to point at. */
  readonly present: readonly TourStep[]
  readonly target: Box | null
  readonly place: { readonly left: number; readonly top: number } | null
}

/** Follows what a step points at: it may move, appear or go while the tour is open. */
function usePlaces(steps: readonly TourStep[], step: TourStep, panel: RefObject<HTMLElement | null>): Places {
  const [places, setPlaces] = useState<Places>({ present: steps, target: null, place: null })
  useLayoutEffect(() => {
    let frame = 0
    const follow = () => {
      const present = steps.filter(each => each === step || each.find() !== null)
      const found = step.find()
      const target = found === null || found === document.body ? null : visibleBox(found)
      const { offsetWidth: width, offsetHeight: height } = panel.current ?? document.body
      const place = placeStep(target, { width, height }, { width: innerWidth, height: innerHeight })
      setPlaces(before => (isSame(before, { present, target, place }) ? before : { present, target, place }))
      frame = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(frame)
  }, [steps, step, panel])
  return places
}

function isSame(one: Places, other: Places): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
