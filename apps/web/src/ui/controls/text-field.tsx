import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Field, type FieldWords, inputBorder, inputLook } from './field.tsx'

interface TextFieldProps extends FieldWords, Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'id'> {
  value: string
  /** Whether it holds an address, a name of a machine or a figure rather than words. */
  mono?: boolean
  onChange: (value: string) => void
}

export function TextField({
  label,
  help,
  more,
  error,
  value,
  mono = false,
  onChange,
  className,
  ...props
}: TextFieldProps) {
  return (
    <Field label={label} help={help} more={more} error={error} className={className}>
      {input => (
        <input
          {...input}
          {...props}
          value={value}
          autoComplete="off"
          spellCheck={mono ? false : undefined}
          autoCapitalize={mono ? 'off' : undefined}
          onChange={event => onChange(event.target.value)}
          className={classNames(inputLook, inputBorder(error), mono && 'figures')}
        />
      )}
    </Field>
  )
}
