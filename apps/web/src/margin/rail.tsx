import { Popover } from '@base-ui/react/popover'
import type { MessageId } from '@stet/api/client'
import { useContext, useEffect } from 'react'
import { classNames } from '../ui/class-names.ts'
import { type MarginNote, marginWords } from './margin.ts'
import { MarginContext } from './margin-context.ts'

/** One popover serves every rail: a hundred of them would be slow to draw. */
export const marginPopover = Popover.createHandle<MessageId>()

const HOVER_MS = 350

interface RailProps {
  messageId: MessageId
  /** What names the message, for people who listen. */
  name: string
  /** Where the line ends above the end of the row. */
  bottom: string
}

/** The margin beside a message: its fate in the next request, and the way to what can be done about it. */
export function Rail({ messageId, name, bottom }: RailProps) {
  const { noteOn, want } = useContext(MarginContext)
  const note = noteOn(messageId)
  const isUnknown = note === null
  useEffect(() => {
    if (isUnknown) want(messageId)
  }, [isUnknown, want, messageId])
  if (note === null) return <PlainRail bottom={bottom} />
  const words = marginWords(note)
  return (
    <Popover.Trigger
      handle={marginPopover}
      payload={messageId}
      openOnHover
      delay={HOVER_MS}
      closeDelay={120}
      data-margin={note.sign}
      aria-label={`${name}. ${words}`}
      className={classNames(
        'group/rail absolute top-0 left-0 z-10 min-h-10 w-7 cursor-pointer rounded outline-offset-0 sm:w-10 coarse:w-10',
        bottom,
      )}
    >
      <Line note={note} />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-1 left-full z-20 hidden w-max max-w-72 rounded bg-ink px-2 py-1 text-left text-small font-normal text-paper shadow-float group-focus-visible/rail:block"
      >
        {words}
      </span>
    </Popover.Trigger>
  )
}

/** The rail of a message without a report: a draft, or a chat whose report has not arrived yet. */
export function PlainRail({ bottom, writing = false }: { bottom: string; writing?: boolean }) {
  return (
    <div
      aria-hidden="true"
      className={classNames(
        'absolute top-0 left-3 w-px sm:left-6 coarse:left-6 print:hidden',
        bottom,
        writing ? 'bg-accent' : 'bg-line',
      )}
    />
  )
}

function Line({ note: { sign, fate, begins, ends } }: { note: MarginNote }) {
  return (
    <>
      <span
        aria-hidden="true"
        className={classNames(
          'margin-line left-3 sm:left-6 coarse:left-6',
          `margin-${sign}`,
          sign === 'bracket' && begins && 'margin-begins',
          sign === 'bracket' && ends && 'margin-ends',
          fate === 'over-budget' && 'margin-over',
        )}
      />
      {fate === 'pinned' && (
        <span
          aria-hidden="true"
          className="absolute top-1 left-3 size-[7px] -translate-x-[3px] rounded-full bg-accent ring-2 ring-paper sm:left-6 coarse:left-6"
        />
      )}
    </>
  )
}
