import { type ReactNode, useId } from 'react'
import { classNames } from '../ui/class-names.ts'
import { Select, type SelectOption } from '../ui/select-field.tsx'
import { Switch } from '../ui/switch.tsx'

const field =
  'figures h-8 w-24 rounded border bg-raised px-2 text-right transition-colors duration-150 placeholder:text-ink-faint coarse:h-10 coarse:text-read'

interface NumberInputProps {
  id?: string
  label?: string
  value: string
  error: string | undefined
  describedBy: string
  placeholder?: string
  className?: string
  onChange: (value: string) => void
}

export function NumberInput({ id, label, value, error, describedBy, className, ...props }: NumberInputProps) {
  return (
    <input
      id={id}
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      aria-invalid={error !== undefined}
      aria-describedby={describedBy}
      placeholder={props.placeholder}
      onChange={event => props.onChange(event.target.value)}
      className={classNames(field, error === undefined ? 'border-line-strong' : 'border-red', className)}
    />
  )
}

/** What every setting says of itself. */
export interface SettingWords {
  readonly label: string
  readonly help: string
  /** Why the model in use cannot take it. */
  readonly notApplied?: string | undefined
}

interface NumberSettingProps extends SettingWords {
  value: string
  unit: string
  error: string | undefined
  placeholder?: string
  disabled?: boolean
  onChange: (value: string) => void
}

export function NumberSetting({ label, help, notApplied, unit, error, ...props }: NumberSettingProps) {
  const id = useId()
  return (
    <div className="py-2">
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="min-w-0 flex-1 font-medium">
          {label}
        </label>
        <NumberInput id={id} error={error} describedBy={`${id}-help`} {...props} />
        <span className="w-17 shrink-0 text-small text-ink-faint">{unit}</span>
      </div>
      <Help id={`${id}-help`} help={help} error={error} notApplied={notApplied} />
    </div>
  )
}

export interface Choice<T extends string> {
  readonly value: T
  readonly label: string
  /** A field that belongs to this choice. */
  readonly extra?: (describedBy: string) => ReactNode
}

interface ChoiceSettingProps<T extends string> extends SettingWords {
  value: T
  choices: readonly Choice<T>[]
  error?: string | undefined
  onChange: (value: T) => void
}

export function ChoiceSetting<T extends string>({
  label,
  help,
  notApplied,
  value,
  choices,
  error,
  onChange,
}: ChoiceSettingProps<T>) {
  const id = useId()
  return (
    <fieldset aria-describedby={`${id}-help`} className="py-2">
      <legend className="float-left mb-1 w-full font-medium">{label}</legend>
      <div className="clear-both">
        {choices.map(choice => (
          <div key={choice.value} className="flex min-h-8 items-center gap-2 coarse:min-h-10">
            <label className="flex min-w-0 flex-1 cursor-pointer items-center gap-2.5 self-stretch">
              <input
                type="radio"
                name={id}
                checked={value === choice.value}
                onChange={() => onChange(choice.value)}
                className="size-4 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-raised transition-[border-width] duration-120 checked:border-5 checked:border-accent"
              />
              <span>{choice.label}</span>
            </label>
            {value === choice.value && choice.extra?.(`${id}-help`)}
          </div>
        ))}
      </div>
      <Help id={`${id}-help`} help={help} error={error} notApplied={notApplied} />
    </fieldset>
  )
}

interface SwitchSettingProps extends SettingWords {
  checked: boolean
  onChange: (checked: boolean) => void
}

export function SwitchSetting({ label, help, notApplied, checked, onChange }: SwitchSettingProps) {
  const id = useId()
  return (
    <div className="py-2">
      <label htmlFor={id} className="flex min-h-8 cursor-pointer items-center gap-2 coarse:min-h-10">
        <span className="min-w-0 flex-1 font-medium">{label}</span>
        <Switch id={id} checked={checked} describedBy={`${id}-help`} onChange={onChange} />
      </label>
      <Help id={`${id}-help`} help={help} error={undefined} notApplied={notApplied} />
    </div>
  )
}

interface SelectSettingProps<T extends string> extends SettingWords {
  value: T
  options: readonly SelectOption<T>[]
  onChange: (value: T) => void
}

export function SelectSetting<T extends string>({ label, help, notApplied, ...props }: SelectSettingProps<T>) {
  const id = useId()
  return (
    <div className="py-2">
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="min-w-0 flex-1 font-medium">
          {label}
        </label>
        <Select id={id} describedBy={`${id}-help`} className="w-44" {...props} />
      </div>
      <Help id={`${id}-help`} help={help} error={undefined} notApplied={notApplied} />
    </div>
  )
}

interface HelpProps {
  id: string
  help: string
  error: string | undefined
  notApplied: string | undefined
}

export function Help({ id, help, error, notApplied }: HelpProps) {
  return (
    <div id={id} className="mt-0.5 text-small text-pretty text-ink-faint">
      {error === undefined ? (
        <p>{help}</p>
      ) : (
        <p role="alert" className="text-red">
          {error}
        </p>
      )}
      {notApplied !== undefined && (
        <p className="mt-1 border-l-2 border-dotted border-line-strong pl-2 text-ink-soft">Not applied: {notApplied}</p>
      )}
    </div>
  )
}

export function SettingGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-b border-line py-3 last:border-0">
      <h3 className="text-small font-medium text-ink-faint">{title}</h3>
      {children}
    </section>
  )
}
