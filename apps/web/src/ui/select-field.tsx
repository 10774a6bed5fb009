import { classNames } from './class-names.ts'
import { Field, type FieldWords, inputBorder, inputLook } from './field.tsx'
import { Icon } from './icon.tsx'

export interface SelectOption<T extends string> {
  readonly value: T
  readonly label: string
}

interface SelectProps<T extends string> {
  id?: string
  label?: string
  value: T
  options: readonly SelectOption<T>[]
  error?: string | undefined
  describedBy?: string
  className?: string
  onChange: (value: T) => void
}

/** The system's own list: it is what a phone and a screen reader know best. */
export function Select<T extends string>({ id, label, value, options, error, describedBy, ...props }: SelectProps<T>) {
  return (
    <span className={classNames('relative block', props.className)}>
      <select
        id={id}
        aria-label={label}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy}
        value={value}
        onChange={event => {
          const chosen = options.find(option => option.value === event.target.value)
          if (chosen) props.onChange(chosen.value)
        }}
        className={classNames(inputLook, inputBorder(error), 'appearance-none truncate pr-8')}
      >
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <span className="pointer-events-none absolute inset-y-0 right-2.5 grid place-items-center text-ink-faint">
        <Icon name="chevron-down" size={14} />
      </span>
    </span>
  )
}

type SelectFieldProps<T extends string> = FieldWords &
  Omit<SelectProps<T>, 'id' | 'label' | 'describedBy' | 'className'> & { className?: string | undefined }

export function SelectField<T extends string>({ label, help, error, className, ...props }: SelectFieldProps<T>) {
  return (
    <Field label={label} help={help} error={error} className={className}>
      {input => <Select id={input.id} describedBy={input['aria-describedby']} error={error} {...props} />}
    </Field>
  )
}
