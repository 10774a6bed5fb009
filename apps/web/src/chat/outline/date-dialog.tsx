import type { Chat, FoundMoment, MessageId } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { dateLocale } from '../../formats/date-locale.ts'
import { useServices } from '../../state/services.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { dayStart, toDay } from './days.ts'

interface DateDialogProps {
  chat: Chat
  onGo: (messageId: MessageId) => void
  onClose: () => void
}

/** Leads to the first message of the shown branch on a day or after it, also where nothing of it is loaded. */
export function DateDialog({ chat, onGo, onClose }: DateDialogProps) {
  const { client, announcer } = useServices()
  const [day, setDay] = useState<string | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const { data: range } = useQuery({
    queryKey: ['moment', chat.id, chat.tip],
    queryFn: () => client.moment(chat.id, { from: 0 }),
  })
  const first = range?.first == null ? undefined : toDay(range.first)
  const last = range?.last == null ? undefined : toDay(range.last)
  const value = day ?? first ?? ''

  async function ask(from: number): Promise<void> {
    setAsking(true)
    try {
      const found = await client.moment(chat.id, { from })
      if (found.message === null) setTrouble(nothingThere(found, from))
      else {
        announcer.say(`Message of ${dayWords(found.message.at)}`)
        onGo(found.message.id)
      }
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error))
    } finally {
      setAsking(false)
    }
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    const from = dayStart(value)
    if (from === null) setTrouble('Enter a whole date.')
    else void ask(from)
  }

  return (
    <Dialog open onOpenChange={open => !open && onClose()} title="Go to a date" description={rangeWords(range ?? null)}>
      <form onSubmit={onSubmit} noValidate className="flex flex-wrap items-end gap-3">
        <label className="min-w-48 flex-1">
          <span className="mb-1 block font-medium">First message on or after</span>
          <input
            type="date"
            autoFocus
            required
            value={value}
            min={first}
            max={last}
            aria-invalid={trouble !== null}
            aria-describedby="date-trouble"
            onChange={event => {
              setDay(event.target.value)
              setTrouble(null)
            }}
            className="h-9 w-full rounded border border-line-strong bg-raised px-2.5 coarse:h-11 coarse:text-read"
          />
        </label>
        <Button type="submit" look="primary" className="h-9 coarse:h-11" disabled={isAsking || range?.first === null}>
          Go
        </Button>
        <p id="date-trouble" role="alert" className="-mb-2 min-h-5 basis-full text-red">
          {trouble}
        </p>
      </form>
    </Dialog>
  )
}

function rangeWords(range: FoundMoment | null): string {
  // The words have their place before they arrive.
  if (range === null) return '\u00a0'
  if (range.first === null || range.last === null) return 'Nothing has been written in this chat yet.'
  const [first, last] = [dayWords(range.first), dayWords(range.last)]
  return first === last
    ? `All messages on this branch are from ${first}.`
    : `This branch runs from ${first} to ${last}.`
}

function nothingThere({ last }: FoundMoment, from: number): string {
  const asked = `Nothing was written on or after ${dayWords(from)}.`
  return last === null ? asked : `${asked} The last message is of ${dayWords(last)}.`
}

function dayWords(at: number): string {
  return new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'long' }).format(at)
}
