import { useEffect, useState } from 'react'
import { useServices } from '../state/services.ts'

const KEPT = 6

interface Said {
  readonly id: number
  readonly text: string
}

/** Each saying is a node of its own: text that replaces other text before it was read aloud is not read at all. */
export function LiveRegion() {
  const { announcer } = useServices()
  const [said, setSaid] = useState<readonly Said[]>([])

  useEffect(
    () =>
      announcer.subscribe(text => {
        setSaid(before => [...before, { id: (before.at(-1)?.id ?? 0) + 1, text }].slice(-KEPT))
      }),
    [announcer],
  )

  return (
    <div role="log" aria-live="polite" aria-relevant="additions" className="sr-only">
      {said.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}
