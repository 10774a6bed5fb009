import { type TemplateVariable, templateErrors } from '@stet/api/client'
import { type RefObject, useId, useMemo, useRef } from 'react'
import { Menu, MenuItem } from '../ui/overlays/menu.tsx'

interface TemplateFieldProps {
  label: string
  text: string
  variables: readonly TemplateVariable[]
  longest: number
  rows?: number
  placeholder?: string
  /** More that can be done with the text, beside its label. */
  actions?: React.ReactNode
  onChange: (text: string) => void
}

/** A text with variables: they are inserted from a menu, and errors are underlined at their place and listed below. */
export function TemplateField({
  label,
  text,
  variables,
  longest,
  rows = 10,
  placeholder,
  actions,
  onChange,
}: TemplateFieldProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const errors = useMemo(() => templateErrors(text, variables), [text, variables])

  function insert(name: string): void {
    const { current } = field
    const [from, to] = current === null ? [text.length, text.length] : [current.selectionStart, current.selectionEnd]
    const variable = `{{${name}}}`
    onChange(text.slice(0, from) + variable + text.slice(to))
    // The text is in the field only after it was drawn again.
    requestAnimationFrame(() => select(field, from + variable.length, from + variable.length))
  }

  return (
    <div>
      <div className="mb-1 flex min-h-8 items-center gap-1">
        <label htmlFor={id} className="min-w-0 flex-1 font-medium">
          {label}
        </label>
        {actions}
        <Menu label="Insert a variable" icon="braces">
          {variables.map(({ name, help }) => (
            <MenuItem key={name} icon="braces" onClick={() => insert(name)}>
              <span className="min-w-0 py-1">
                <span className="block font-mono text-[0.8125rem] text-ink">{`{{${name}}}`}</span>
                <span className="block text-small text-ink-faint">{help}</span>
              </span>
            </MenuItem>
          ))}
        </Menu>
      </div>
      {/* What a change costs, and the way to save it, stay in sight below a long text. */}
      <div className="grid max-h-[50dvh] overflow-y-auto rounded border border-line-strong bg-raised focus-within:border-accent">
        <Underlines text={text} errors={errors} />
        <textarea
          ref={field}
          id={id}
          dir="auto"
          rows={rows}
          maxLength={longest}
          placeholder={placeholder}
          value={text}
          aria-invalid={errors.length > 0}
          aria-describedby={`${id}-errors`}
          onChange={event => onChange(event.target.value)}
          className={`${LAY} resize-none bg-transparent outline-none placeholder:text-ink-faint`}
        />
      </div>
      <ul id={`${id}-errors`} aria-live="polite" className="space-y-1 text-small text-red">
        {errors.map(({ from, to, message }) => (
          <li key={from} className="mt-1">
            <button
              type="button"
              className="text-left underline-offset-2 hover:underline"
              onClick={() => select(field, from, to)}
            >
              Line {text.slice(0, from).split('\n').length}: {message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The text and what underlines it are laid out alike, one over the other; both grow with the text. */
const LAY =
  'col-start-1 row-start-1 block w-full px-2.5 py-1.5 text-ui whitespace-pre-wrap wrap-anywhere coarse:text-read'

function Underlines({ text, errors }: { text: string; errors: readonly { from: number; to: number }[] }) {
  const pieces = errors.map(({ from, to }, index) => (
    <span key={from}>
      {text.slice(errors[index - 1]?.to ?? 0, from)}
      <mark className="bg-red-wash text-transparent underline decoration-red decoration-wavy">
        {text.slice(from, to)}
      </mark>
    </span>
  ))
  return (
    <div aria-hidden="true" dir="auto" className={`${LAY} pointer-events-none text-transparent`}>
      {pieces}
      {text.slice(errors.at(-1)?.to ?? 0)}
      {'\n'}
    </div>
  )
}

function select(field: RefObject<HTMLTextAreaElement | null>, from: number, to: number): void {
  field.current?.focus()
  field.current?.setSelectionRange(from, to)
}
