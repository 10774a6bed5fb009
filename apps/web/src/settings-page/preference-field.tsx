import { useId, useState } from 'react'
import { type PreferenceName, preferences, usePreference } from '../state/preferences.ts'
import { HelpLink } from '../ui/controls/help-link.tsx'
import { Select } from '../ui/controls/select-field.tsx'

/** A line with what is chosen for this browser. It is saved at once. */
export function PreferenceField({ name }: { name: PreferenceName }) {
  const id = useId()
  const [value, choose] = usePreference(name)
  const [permission, setPermission] = useState(() =>
    typeof Notification === 'undefined' ? 'denied' : Notification.permission,
  )
  const { label, help, choices } = preferences[name]
  return (
    <div className="flex items-center justify-between gap-x-6 max-sm:flex-wrap gap-y-2 border-b border-line py-3">
      <div className="min-w-0">
        <label htmlFor={id} className="block font-medium">
          {label}
        </label>
        <p className="text-small text-ink-faint">
          <span id={`${id}-help`}>{help}</span> <HelpLink of={label} to={name} />
          {name === 'notify' && value === 'on' && permission !== 'granted' && (
            <span className="block text-red">
              Your browser blocks them. Allow notifications for this page in its settings.
            </span>
          )}
        </p>
      </div>
      <Select
        id={id}
        label={label}
        describedBy={`${id}-help`}
        value={value}
        options={choices}
        onChange={chosen => {
          choose(chosen)
          if (name === 'notify' && chosen === 'on') void askPermission().then(setPermission)
        }}
        className="w-60 max-w-full shrink-0"
      />
    </div>
  )
}

/** A browser asks the user once; where it has no notifications they are as good as denied. */
async function askPermission(): Promise<NotificationPermission> {
  return typeof Notification === 'undefined' ? 'denied' : Notification.requestPermission()
}
