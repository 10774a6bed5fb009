import { type DefinedType, type DefinitionOptions, definitionOptions, type Setting } from '@stet/api/client'
import type { ReactElement } from 'react'
import { DeclaredField } from '../../models/declared-field.tsx'

type OptionName = keyof DefinitionOptions

interface OptionFieldsProps {
  type: DefinedType
  options: DefinitionOptions
  errors: ReadonlyMap<string, string>
  onChange: (options: DefinitionOptions) => void
}

interface AllOptionsProps extends OptionFieldsProps {
  /** Shown elsewhere in the form. */
  without: readonly OptionName[]
}

/** A control for every declared option that servers of this type have, lists before switches. */
export function OptionFields({ type, without, ...props }: AllOptionsProps) {
  const names = (Object.keys(definitionOptions) as OptionName[]).filter(name => {
    const option: Setting = definitionOptions[name]
    return !without.includes(name) && (option.appliesTo === undefined || option.appliesTo.includes(type))
  })
  return names
    .toSorted((one, other) => definitionOptions[one].kind.localeCompare(definitionOptions[other].kind))
    .map(name => <OptionField key={name} name={name} {...props} />)
}

interface OptionFieldProps extends Omit<OptionFieldsProps, 'type'> {
  name: OptionName
}

export function OptionField({ name, options, errors, onChange }: OptionFieldProps): ReactElement {
  return (
    <DeclaredField
      setting={definitionOptions[name]}
      value={options[name]}
      error={errors.get(`options.${name}`)}
      more="provider-options"
      onChange={value => onChange({ ...options, [name]: value })}
    />
  )
}
