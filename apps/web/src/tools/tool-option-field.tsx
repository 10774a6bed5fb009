import type { ToolOption, ToolOptionValue } from '@stet/api/client'
import { useEffect, useId, useState } from 'react'
import { ModelSelect } from '../models/model-select.tsx'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { SwitchField } from '../ui/switch.tsx'

const SAVE_MS = 500

interface ToolOptionFieldProps {
  /** What a draft of it is kept under. */
  name: string
  option: ToolOption
  /** Null for the tool's own. */
  value: ToolOptionValue | null
  onChange: (value: ToolOptionValue | null) => void
}

/** An option of a tool, by its kind. A value of another kind, as an older tool may have left it, counts as none. */
export function ToolOptionField({ name, option, value, onChange }: ToolOptionFieldProps) {
  switch (option.kind) {
    case 'switch': {
      const checked = typeof value === 'boolean' ? value : option.initially
      return (
        <SwitchField
          label={option.title}
          checked={checked}
          onChange={next => onChange(next === option.initially ? null : next)}
        />
      )
    }
    case 'long-text': {
      const text = typeof value === 'string' ? value : option.initially
      return (
        <LongText
          key={text}
          name={name}
          title={option.title}
          text={text}
          onSave={next => onChange(next === option.initially ? null : next)}
        />
      )
    }
    case 'model':
      return (
        <Field label={option.title}>
          {({ id }) => (
            <ModelSelect
              id={id}
              unset="The model of the chat"
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
  title: string
  text: string
  onSave: (text: string) => void
}

/** What is typed survives a reload until it is saved or given up (W5). */
function LongText({ name, title, text, onSave }: LongTextProps) {
  const { drafts } = useServices()
  const [typed, setTyped] = useState(() => drafts.read(name)?.text ?? text)
  const id = useId()

  useEffect(() => {
    if (typed === text) return
    const timer = setTimeout(() => drafts.write(name, { text: typed, editedAt: Date.now(), unsent: null }), SAVE_MS)
    return () => clearTimeout(timer)
  }, [typed, text, name, drafts])

  function change(next: string): void {
    setTyped(next)
    if (next === text) drafts.remove(name)
  }

  return (
    <div>
      <label htmlFor={id} className="mb-1 block w-fit font-medium">
        {title}
      </label>
      <textarea
        id={id}
        dir="auto"
        rows={4}
        value={typed}
        onChange={event => change(event.target.value)}
        className="block w-full resize-y rounded border border-line-strong bg-raised px-2.5 py-1.5 coarse:text-read"
      />
      {typed !== text && (
        <div className="mt-1 flex items-center gap-2">
          <p role="status" className="min-w-0 flex-1 text-small text-ink-soft">
            Unsaved changes
          </p>
          <Button onClick={() => change(text)}>Revert</Button>
          <Button
            look="primary"
            onClick={() => {
              drafts.remove(name)
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
