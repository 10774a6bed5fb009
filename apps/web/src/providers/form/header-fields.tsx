import { useEffect, useId, useRef } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { FieldHelp, inputBorder, inputLook } from '../../ui/controls/field.tsx'
import type { HeaderDraft } from './provider-draft.ts'
import { useUnmirrored } from './use-unmirrored.ts'

interface HeaderFieldsProps {
  headers: readonly HeaderDraft[]
  errors: ReadonlyMap<string, string>
  onChange: (headers: readonly HeaderDraft[]) => void
}

/** Headers that go with every request. Their values are as secret as the key, and never shown again. */
export function HeaderFields({ headers, errors, onChange }: HeaderFieldsProps) {
  const id = useId()
  const place = useRef<HTMLFieldSetElement>(null)
  const count = useRef(headers.length)
  useUnmirrored(place)

  // One that was added is to be filled in; one that was removed took the focus with it.
  useEffect(() => {
    const [before, now] = [count.current, headers.length]
    count.current = now
    const inputs = place.current?.querySelectorAll('input')
    if (now > before) inputs?.[2 * now - 2]?.focus()
    if (now < before && document.activeElement === document.body) {
      place.current?.querySelector<HTMLElement>('[data-add]')?.focus()
    }
  }, [headers.length])

  function change(index: number, part: Partial<HeaderDraft>): void {
    onChange(headers.map((header, at) => (at === index ? { ...header, ...part } : header)))
  }

  return (
    <fieldset ref={place} aria-describedby={`${id}-help`} className="min-w-0 sm:col-span-2">
      <legend className="font-medium">Extra headers</legend>
      {headers.map((header, index) => {
        const error = errors.get(`headers.${header.name.trim()}`)
        const place = header.name.trim() || `${index + 1}`
        return (
          <div key={header.id} className="mt-2">
            <div className="flex gap-2">
              <input
                aria-label={`Name of header ${index + 1}`}
                aria-invalid={error !== undefined}
                aria-describedby={`${id}-${header.id}`}
                autoComplete="off"
                spellCheck={false}
                placeholder="X-Name"
                value={header.name}
                onChange={event => change(index, { name: event.target.value })}
                className={classNames(inputLook, inputBorder(error), 'figures basis-2/5')}
              />
              <input
                aria-label={`Value of header ${place}`}
                aria-invalid={error !== undefined}
                aria-describedby={`${id}-${header.id}`}
                type="password"
                autoComplete="off"
                placeholder={header.value.kind === 'kept' ? 'Saved value' : 'Value'}
                value={header.value.kind === 'kept' ? '' : header.value.text}
                onChange={event => change(index, { value: { kind: 'entered', text: event.target.value } })}
                className={classNames(inputLook, inputBorder(error), 'figures flex-1')}
              />
              <IconButton
                label={`Remove header ${place}`}
                icon="close"
                onClick={() => onChange(headers.filter((_, at) => at !== index))}
              />
            </div>
            <FieldHelp id={`${id}-${header.id}`} error={error} />
          </div>
        )
      })}
      <Button
        icon="plus"
        data-add=""
        className="mt-1 -ml-3"
        onClick={() => onChange([...headers, { id: nextId(headers), name: '', value: { kind: 'entered', text: '' } }])}
      >
        Add header
      </Button>
      <FieldHelp
        id={`${id}-help`}
        help="Sent with every request. Values are stored encrypted and never shown again."
        more={{ of: 'Extra headers', to: 'provider-headers' }}
        error={errors.get('headers')}
      />
    </fieldset>
  )
}

function nextId(headers: readonly HeaderDraft[]): number {
  return Math.max(-1, ...headers.map(({ id }) => id)) + 1
}
