import { useState } from 'react'
import { usePreference } from '../state/preferences.ts'
import { Button } from '../ui/controls/button.tsx'
import { FloatingNotice } from './floating-notice.tsx'

/** Reloading loses nothing: what was typed is kept, and a run continues in the home. */
export function UpdateNotice() {
  const [later, setLater] = useState(false)
  if (later) return null
  return (
    <FloatingNotice text="A new version is ready.">
      <Button look="primary" onClick={() => location.reload()}>
        Reload
      </Button>
      <Button onClick={() => setLater(true)}>Later</Button>
    </FloatingNotice>
  )
}

const ASKED = 'stet.notify-asked'

/** Asked once, when the user comes back to something that happened meanwhile. */
export function NotifyOffer() {
  const [asked, setAsked] = useState(() => localStorage.getItem(ASKED) !== null)
  const [, setNotify] = usePreference('notify')

  if (asked || typeof Notification === 'undefined' || Notification.permission !== 'default') return null

  function answer(): void {
    localStorage.setItem(ASKED, 'yes')
    setAsked(true)
  }

  async function turnOn(): Promise<void> {
    answer()
    if ((await Notification.requestPermission()) === 'granted') setNotify('on')
  }

  return (
    <FloatingNotice text="Notify you when an answer is ready?">
      <Button look="outline" onClick={() => void turnOn()}>
        Turn on
      </Button>
      <Button onClick={answer}>No thanks</Button>
    </FloatingNotice>
  )
}
