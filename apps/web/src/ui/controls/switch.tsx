import { Switch as Base } from '@base-ui/react/switch'
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
    <Base.Root
      id={id}
      nativeButton
      render={<button type="button" />}
      aria-label={label}
      aria-describedby={describedBy}
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChange}
      className="group relative h-5 w-9 shrink-0 cursor-pointer rounded-full border border-line-strong bg-raised transition-colors duration-150 data-[checked]:border-accent data-[checked]:bg-accent data-[disabled]:opacity-45"
    >
      <Base.Thumb className="absolute top-[3px] left-[3px] size-3 rounded-full bg-line-strong transition-transform duration-150 group-data-[checked]:translate-x-4 group-data-[checked]:bg-on-accent" />
    </Base.Root>
  )
}

/** The switch of a row: the space around it switches too, so that a finger can hit it. */
export function RowSwitch({
  label,
  ...props
}: Pick<SwitchProps, 'checked' | 'disabled' | 'onChange'> & { label: string }) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="relative grid min-h-8 cursor-pointer place-items-center coarse:-my-1.5 coarse:size-11"
    >
      <Switch id={id} label={label} {...props} />
    </label>
  )
}

interface SwitchFieldProps extends Pick<SwitchProps, 'checked' | 'disabled' | 'onChange'> {
  label: string
  help?: ReactNode
  more?: string | undefined
  error?: string | undefined
}

/** Its label, and the whole line of it, switches too. */
export function SwitchField({ label, help, more, error, ...props }: SwitchFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={`${id}-switch`} className="flex min-h-8 cursor-pointer items-center gap-2 coarse:min-h-11">
        <span className="min-w-0 flex-1 font-medium">{label}</span>
        <Switch id={`${id}-switch`} describedBy={id} {...props} />
      </label>
      <FieldHelp
        id={id}
        help={help}
        error={error}
        {...(more !== undefined && { more: { of: label, to: more } })}
        className="-mt-0.5 coarse:-mt-1.5"
      />
    </div>
  )
}
