import { type ReactNode, useId } from 'react'
import { FieldHelp } from './field.tsx'

interface SwitchProps {
  id?: string
  label?: string
  checked: boolean
  disabled?: boolean
  describedBy?: string
  onChange: (checked: boolean) => void
}

export function Switch({ id, label, checked, disabled = false, describedBy, onChange }: SwitchProps) {
  return (
    <input
      id={id}
      type="checkbox"
      role="switch"
      aria-label={label}
      aria-checked={checked}
      aria-describedby={describedBy}
      checked={checked}
      disabled={disabled}
      onChange={event => onChange(event.target.checked)}
      className="relative h-5 w-9 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-raised transition-colors duration-150 before:absolute before:top-[3px] before:left-[3px] before:size-3 before:rounded-full before:bg-line-strong before:transition-transform before:duration-150 checked:border-accent checked:bg-accent checked:before:translate-x-4 checked:before:bg-on-accent disabled:opacity-45"
    />
  )
}

interface SwitchFieldProps extends Pick<SwitchProps, 'checked' | 'disabled' | 'onChange'> {
  label: string
  help?: ReactNode
  error?: string | undefined
}

/** Its label, and the whole line of it, switches too. */
export function SwitchField({ label, help, error, ...props }: SwitchFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={`${id}-switch`} className="flex min-h-8 cursor-pointer items-center gap-2 coarse:min-h-11">
        <span className="min-w-0 flex-1 font-medium">{label}</span>
        <Switch id={`${id}-switch`} describedBy={id} {...props} />
      </label>
      <FieldHelp id={id} help={help} error={error} className="-mt-0.5" />
    </div>
  )
}
