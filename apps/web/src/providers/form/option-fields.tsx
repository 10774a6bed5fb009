import { type DefinedType, type DefinitionOptions, definitionOptionValues } from '@stet/api/client'
import { SelectField } from '../../ui/select-field.tsx'
import { SwitchField } from '../../ui/switch.tsx'
import { type ChoiceOption, choiceHelp, localHelp, type SwitchOption, switchHelp } from './option-help.ts'

interface OptionFieldsProps {
  type: DefinedType
  options: DefinitionOptions
  errors: ReadonlyMap<string, string>
  onChange: (options: DefinitionOptions) => void
}

/** How a server is spoken to, where servers of one type differ. */
export function OptionFields({ type, options, errors, onChange }: OptionFieldsProps) {
  const switches = type === 'openai-chat' ? [localHelp, ...switchHelp] : [localHelp]
  return (
    <>
      {type === 'openai-chat' &&
        choiceHelp.map(({ name, label, help, words }) => (
          <SelectField
            key={name}
            label={label}
            help={help}
            error={errors.get(`options.${name}`)}
            value={options[name]}
            options={definitionOptionValues[name].map(value => ({ value, label: words[value] ?? value }))}
            onChange={value => onChange(withChoice(options, name, value))}
          />
        ))}
      {switches.map(({ name, label, help }) => (
        <SwitchField
          key={name}
          label={label}
          help={help}
          error={errors.get(`options.${name}`)}
          checked={options[name]}
          onChange={checked => onChange(withSwitch(options, name, checked))}
        />
      ))}
    </>
  )
}

function withSwitch(options: DefinitionOptions, name: SwitchOption, checked: boolean): DefinitionOptions {
  return { ...options, [name]: checked }
}

function withChoice(options: DefinitionOptions, name: ChoiceOption, value: string): DefinitionOptions {
  return { ...options, [name]: value }
}
