import { parseSettings, type Setting, type ToolOptionValue } from '@stet/api/client'
import { type ReactElement, useState } from 'react'
import { Field, type FieldWords } from '../ui/controls/field.tsx'
import { SelectField } from '../ui/controls/select-field.tsx'
import { SwitchField } from '../ui/controls/switch.tsx'
import { TextField } from '../ui/controls/text-field.tsx'
import { ModelSelect } from './model-select.tsx'

interface DeclaredFieldProps {
  setting: Setting
  /** One of another kind, as an older version may have left it, counts as the default. */
  value: unknown
  error?: string | undefined
  /** The paragraph of the help about options of this kind. */
  more?: string | undefined
  onChange: (value: ToolOptionValue | null) => void
}

/** A control for one declared option, by its kind. */
export function DeclaredField({ setting, value, error, more, onChange }: DeclaredFieldProps): ReactElement {
  const words: FieldWords = { label: setting.label, help: setting.help, error, more }
  switch (setting.kind) {
    case 'switch':
      return (
        <SwitchField {...words} checked={typeof value === 'boolean' ? value : setting.default} onChange={onChange} />
      )
    case 'choice': {
      const { choices, unset } = setting
      const chosen = choices.find(choice => choice.value === value)?.value ?? setting.default ?? ''
      return (
        <SelectField
          {...words}
          value={chosen}
          options={unset === undefined ? choices : [{ value: '', label: unset }, ...choices]}
          onChange={next => onChange(next === '' ? null : next)}
        />
      )
    }
    case 'number': {
      const number = typeof value === 'number' ? value : setting.default
      return <NumberField key={number} words={words} setting={setting} value={number} onChange={onChange} />
    }
    case 'text':
      return (
        <TextField
          {...words}
          value={typeof value === 'string' ? value : setting.default}
          maxLength={setting.longest}
          placeholder={setting.placeholder}
          onChange={onChange}
        />
      )
    case 'model':
      return (
        <Field {...words}>
          {({ id, 'aria-describedby': describedBy }) => (
            <ModelSelect
              id={id}
              describedBy={describedBy}
              unset={setting.unset}
              makes={setting.makes}
              choice={isModel(value) ? value : null}
              onChange={onChange}
            />
          )}
        </Field>
      )
  }
}

function isModel(value: unknown): value is Exclude<ToolOptionValue, boolean | number | string> {
  return typeof value === 'object' && value !== null && 'definition' in value && 'model' in value
}

interface NumberFieldProps extends Pick<DeclaredFieldProps, 'onChange'> {
  words: FieldWords
  setting: Extract<Setting, { kind: 'number' }>
  value: number | null
}

/** What is typed counts when the field is left, or with Enter: on the way to 120 the 1 may not be allowed. */
function NumberField({ words, setting, value, onChange }: NumberFieldProps) {
  const scale = setting.number === 'percent' ? 100 : 1
  const [typed, setTyped] = useState(value === null ? '' : String(value * scale))
  const [refusal, setRefusal] = useState<string | null>(null)

  function take(): void {
    const text = typed.trim()
    const given = text === '' ? null : Number(text) / scale
    const parsed = parseSettings({ given: setting }, { given }, 'labels')
    setRefusal(parsed.kind === 'invalid' ? (parsed.errors[0]?.message ?? null) : null)
    if (parsed.kind === 'parsed' && given !== value) onChange(given)
  }

  return (
    <TextField
      {...words}
      label={setting.unit === undefined ? words.label : `${words.label} (${setting.unit})`}
      error={refusal ?? words.error}
      mono
      inputMode={setting.number === 'whole' ? 'numeric' : 'decimal'}
      value={typed}
      placeholder={setting.unset}
      onChange={setTyped}
      onBlur={take}
      onKeyDown={event => event.key === 'Enter' && take()}
    />
  )
}
