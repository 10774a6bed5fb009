import type { ToolOption, ToolOptionValue } from '@stet/api/client'
import { type ReactElement, type ReactNode, useState } from 'react'
import { DeclaredField } from '../models/declared-field.tsx'
import { useTextDraft } from '../state/use-text-draft.ts'
import { Button } from '../ui/controls/button.tsx'
import { Field } from '../ui/controls/field.tsx'
import { TryIt } from './try-it.tsx'

/** Of the help. */
const PARAGRAPH = 'tool-options'

interface ToolOptionFieldProps {
  /** What a draft of it is kept under. */
  name: string
  option: ToolOption
  /** Null for the tool's own. */
  value: ToolOptionValue | null
  onChange: (value: ToolOptionValue | null) => void
  /** What another value changes in the next request; absent where that is not known. */
  effect?: (value: ToolOptionValue | null) => ReactNode
}

/** An option of a tool, by its kind. Only what differs from the tool's own is saved. */
export function ToolOptionField({ name, option, value, onChange, effect }: ToolOptionFieldProps): ReactElement {
  const kept = (next: ToolOptionValue | null) => (next === option.default ? null : next)
  const change = (next: ToolOptionValue | null) => onChange(kept(next))
  if (effect && (option.kind === 'number' || option.kind === 'choice')) {
    return (
      <Weighed
        key={String(value)}
        option={option}
        value={value}
        effect={next => effect(kept(next))}
        onSave={next => change(next)}
      />
    )
  }
  if (option.kind !== 'text') {
    const isOn = option.kind === 'switch' && (typeof value === 'boolean' ? value : option.default)
    return (
      <div>
        <DeclaredField setting={option} value={value} more={PARAGRAPH} onChange={change} />
        {option.kind === 'switch' && effect && (
          <p className="text-small text-ink-faint">
            <TryIt isOn={isOn} effect={() => effect(kept(!isOn))} />
          </p>
        )}
      </div>
    )
  }
  const text = typeof value === 'string' ? value : option.default
  return (
    <LongText
      key={text}
      name={name}
      option={option}
      text={text}
      effect={effect && (next => effect(kept(next)))}
      onSave={change}
    />
  )
}

interface WeighedProps {
  option: Extract<ToolOption, { kind: 'number' | 'choice' }>
  value: ToolOptionValue | null
  effect: (value: ToolOptionValue | null) => ReactNode
  onSave: (value: ToolOptionValue | null) => void
}

/** A number or a choice, saved after the user saw what it changes. */
function Weighed({ option, value, effect, onSave }: WeighedProps) {
  const [chosen, setChosen] = useState(value)
  return (
    <div>
      <DeclaredField setting={option} value={chosen} more={PARAGRAPH} onChange={setChosen} />
      {(chosen ?? option.default) !== (value ?? option.default) && (
        <Unsaved effect={effect(chosen)} onRevert={() => setChosen(value)} onSave={() => onSave(chosen)} />
      )}
    </div>
  )
}

interface UnsavedProps {
  effect: ReactNode
  onRevert: () => void
  onSave: () => void
}

function Unsaved({ effect, onRevert, onSave }: UnsavedProps) {
  return (
    <div className="mt-1 flex items-center gap-2">
      <p role="status" className="min-w-0 flex-1 text-small text-ink-soft">
        Unsaved changes{effect && <span className="block">{effect}</span>}
      </p>
      <Button onClick={onRevert}>Revert</Button>
      <Button look="primary" onClick={onSave}>
        Save
      </Button>
    </div>
  )
}

interface LongTextProps {
  name: string
  option: Extract<ToolOption, { kind: 'text' }>
  text: string
  effect: ((text: string) => ReactNode) | undefined
  onSave: (text: string) => void
}

/** What is typed survives a reload until it is saved or given up (W5). */
function LongText({ name, option, text, effect, onSave }: LongTextProps) {
  const { typed, isChanged, change, revert, forget } = useTextDraft(name, text)

  return (
    <div>
      <Field label={option.label} help={option.help} more={PARAGRAPH}>
        {input => (
          <textarea
            {...input}
            dir="auto"
            rows={4}
            maxLength={option.longest}
            placeholder={option.placeholder}
            value={typed}
            onChange={event => change(event.target.value)}
            className="block w-full resize-y rounded border border-line-strong bg-raised px-2.5 py-1.5 coarse:text-read"
          />
        )}
      </Field>
      {isChanged && (
        <Unsaved
          effect={effect?.(typed)}
          onRevert={revert}
          onSave={() => {
            forget()
            onSave(typed)
          }}
        />
      )}
    </div>
  )
}
