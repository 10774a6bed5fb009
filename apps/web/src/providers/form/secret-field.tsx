import { type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FieldHelp, inputBorder, inputLook } from '../../ui/controls/field.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Icon } from '../../ui/graphics/icon.tsx'
import type { SecretDraft } from './provider-draft.ts'
import { useUnmirrored } from './use-unmirrored.ts'

interface SecretFieldProps {
  label: string
  help: ReactNode
  /** The paragraph of the help about it. */
  more: string
  error: string | undefined
  secret: SecretDraft
  /** Whether one is kept, which can then be kept on. */
  isKept: boolean
  onChange: (secret: SecretDraft) => void
}

/** A key goes in and is never shown again: it can be replaced or removed. */
export function SecretField(props: SecretFieldProps) {
  const place = useRef<HTMLDivElement>(null)
  const { kind } = props.secret
  const before = useRef(kind)
  useUnmirrored(place)

  // What was pressed is gone with the press: the focus goes to what is in its place.
  useEffect(() => {
    const isPressed = before.current !== kind && document.activeElement === document.body
    before.current = kind
    if (isPressed) place.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [kind])

  return (
    <div ref={place} className="relative min-w-0">
      <Secret {...props} />
    </div>
  )
}

function Secret({ label, help, more, error, secret, isKept, onChange }: SecretFieldProps) {
  const id = useId()
  if (secret.kind === 'entered') {
    return (
      <>
        <TextField
          label={label}
          help={help}
          more={more}
          error={error}
          mono
          type="password"
          value={secret.text}
          placeholder={isKept ? 'New key' : ''}
          onChange={text => onChange({ kind: 'entered', text })}
        />
        {isKept && (
          <button
            type="button"
            className="absolute top-0 right-0 rounded text-small text-accent underline underline-offset-3 coarse:-top-3 coarse:py-3"
            onClick={() => onChange({ kind: 'kept' })}
          >
            Keep the saved key
          </button>
        )}
      </>
    )
  }
  const removed = secret.kind === 'removed'
  return (
    <fieldset aria-describedby={id} className="min-w-0">
      <legend className="mb-1 font-medium">{label}</legend>
      <div className={classNames(inputLook, inputBorder(error), 'flex items-center gap-2 bg-transparent pr-0.5')}>
        <Icon name="key" />
        <span className="min-w-0 flex-1 truncate text-ink-soft">
          {removed ? 'Will be removed when you save' : 'Key saved'}
        </span>
        {removed ? (
          <Button onClick={() => onChange({ kind: 'kept' })}>Undo</Button>
        ) : (
          <>
            <Button onClick={() => onChange({ kind: 'entered', text: '' })}>Replace</Button>
            <Button onClick={() => onChange({ kind: 'removed' })}>Remove</Button>
          </>
        )}
      </div>
      <FieldHelp id={id} help={help} more={{ of: label, to: more }} error={error} />
    </fieldset>
  )
}
