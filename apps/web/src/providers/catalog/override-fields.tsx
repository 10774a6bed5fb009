import type { ListedModel, ListedSetting } from '@stet/api/client'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { KNOWN, knownOf, type OverrideDraft, overrideFields } from './override-draft.ts'

interface OverrideFieldsProps {
  model: ListedModel
  draft: OverrideDraft
  errors: ReadonlyMap<string, string>
  onChange: (draft: OverrideDraft) => void
}

/** A control for everything that is declared of a model. */
export function OverrideFields(props: OverrideFieldsProps) {
  const isPrice = ({ section }: ListedSetting) => section === 'Prices'
  return (
    <>
      <div className="mt-3 grid gap-x-4 gap-y-3 min-[24rem]:grid-cols-2">
        {overrideFields
          .filter(field => !isPrice(field))
          .map(field => (
            <OverrideField key={field.path} field={field} {...props} />
          ))}
      </div>
      <h4 className="mt-5 font-medium">Prices (USD per million tokens)</h4>
      <div className="mt-2 grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
        {overrideFields.filter(isPrice).map(field => (
          <OverrideField key={field.path} field={field} {...props} />
        ))}
      </div>
    </>
  )
}

function OverrideField({
  field: { path, setting },
  model,
  draft,
  errors,
  onChange,
}: OverrideFieldsProps & { field: ListedSetting }) {
  const known = knownOf(model, path)
  const value = draft[path] ?? ''
  const change = (text: string) => onChange({ ...draft, [path]: text })
  switch (setting.kind) {
    case 'switch':
      return (
        <SelectField
          label={setting.label}
          value={value}
          options={[
            { value: KNOWN, label: `Default (${known === true ? 'yes' : 'no'})` },
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]}
          onChange={change}
        />
      )
    case 'choice': {
      const chosen = setting.choices.find(choice => choice.value === known)
      return (
        <SelectField
          label={setting.label}
          value={value}
          options={[
            { value: KNOWN, label: `Default (${chosen?.label.toLowerCase() ?? 'unknown'})` },
            ...setting.choices,
          ]}
          onChange={change}
        />
      )
    }
    default:
      return (
        <TextField
          label={'unit' in setting ? `${setting.label} (${setting.unit})` : setting.label}
          error={errors.get(path)}
          mono
          inputMode={'number' in setting && setting.number === 'whole' ? 'numeric' : 'decimal'}
          value={value}
          placeholder={known === null ? 'unknown' : String(known)}
          onChange={change}
        />
      )
  }
}
