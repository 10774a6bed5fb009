import type { ToolOption, ToolOptionValue } from '@stet/api/client'
import type { ReactElement } from 'react'
import { ModelSelect } from '../models/model-select.tsx'
import { useTextDraft } from '../state/use-text-draft.ts'
import { Button } from '../ui/controls/button.tsx'
import { Field } from '../ui/controls/field.tsx'
import { SwitchField } from '../ui/controls/switch.tsx'

interface ToolOptionFieldProps {
  /** What a draft of it is kept under. */
  name: string
  option: ToolOption
  /** Null for the tool's own. */
  value: ToolOptionValue | null
  onChange: (value: ToolOptionValue | null) => void
}

/** An option of a tool, by its kind. A value of another kind, as an older tool may have left it, counts as none. */
export function ToolOptionField({ name, option, value, onChange }: ToolOptionFieldProps): ReactElement {
  switch (option.kind) {
    case 'switch': {
      const checked = typeof value === 'boolean' ? value : option.default
      return (
        <SwitchField
          label={option.label}
          help={option.help}
          checked={checked}
          onChange={next => onChange(next === option.default ? null : next)}
        />
      )
    }
    case 'text': {
      const text = typeof value === 'string' ? value : option.default
      return (
        <LongText
          key={text}
          name={name}
          option={option}
          text={text}
          onSave={next => onChange(next === option.default ? null : next)}
        />
      )
    }
    case 'model':
      return (
        <Field label={option.label} help={option.help}>
          {({ id, 'aria-describedby': describedBy }) => (
            <ModelSelect
              id={id}
              describedBy={describedBy}
              unset={option.unset}
              choice={typeof value === 'object' && value !== null ? value : null}
              onChange={onChange}
            />
          )}
        </Field>
      )
  }
}

interface LongTextProps {
  name: string
  option: Extract<ToolOption, { kind: 'text' }>
  text: string
  onSave: (text: string) => void
}

/** What is typed survives a reload until it is saved or given up (W5). */
function LongText({ name, option, text, onSave }: LongTextProps) {
  const { typed, isChanged, change, revert, forget } = useTextDraft(name, text)

  return (
    <div>
      <Field label={option.label} help={option.help}>
        {input => (
          <textarea
            {...input}
            dir="auto"
            rows={4}
            maxLength={option.longest}
            value={typed}
            onChange={event => change(event.target.value)}
            className="block w-full resize-y rounded border border-line-strong bg-raised px-2.5 py-1.5 coarse:text-read"
          />
        )}
      </Field>
      {isChanged && (
        <div className="mt-1 flex items-center gap-2">
          <p role="status" className="min-w-0 flex-1 text-small text-ink-soft">
            Unsaved changes
          </p>
          <Button onClick={revert}>Revert</Button>
          <Button
            look="primary"
            onClick={() => {
              forget()
              onSave(typed)
            }}
          >
            Save
          </Button>
        </div>
      )}
    </div>
  )
}
