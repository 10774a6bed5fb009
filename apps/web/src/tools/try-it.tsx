import { type ReactNode, useState } from 'react'

interface TryItProps {
  /** Whether it is on now. */
  isOn: boolean
  /** What switching it changes in the next request. */
  effect: () => ReactNode
}

/** What a switch would cost or save, asked before it is switched, since it is saved at once (X1). */
export function TryIt({ isOn, effect }: TryItProps) {
  const [isTried, setTried] = useState(false)
  if (isTried) {
    return (
      <span role="status" className="block text-ink-soft">
        {isOn ? 'Switched off: ' : 'Switched on: '}
        {effect()}
      </span>
    )
  }
  return (
    <button
      type="button"
      onClick={() => setTried(true)}
      className="ml-1 rounded text-accent underline-offset-2 hover:underline coarse:ml-0 coarse:block coarse:min-h-10"
    >
      {isOn ? 'What would it save?' : 'What would it cost?'}
    </button>
  )
}
