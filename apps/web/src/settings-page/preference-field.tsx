import { useId } from 'react'
import { type PreferenceName, preferences, usePreference } from '../state/preferences.ts'
import { Select } from '../ui/controls/select-field.tsx'

/** A line with what is chosen for this browser. It is saved at once. */
export function PreferenceField({ name }: { name: PreferenceName }) {
  const id = useId()
  const [value, choose] = usePreference(name)
  const { label, help, choices } = preferences[name]
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3">
      <div className="min-w-0">
        <label htmlFor={id} className="block font-medium">
          {label}
        </label>
        <p id={`${id}-help`} className="text-small text-ink-faint">
          {help}
        </p>
      </div>
      <Select
        id={id}
        label={label}
        describedBy={`${id}-help`}
        value={value}
        options={choices}
        onChange={choose}
        className="w-60 max-w-full"
      />
    </div>
  )
}
