import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { HelpLink } from './help-link.tsx'

/** What every input looks like; its letters are large enough on a phone that nothing zooms. */
export const inputLook =
  'h-9 w-full min-w-0 rounded border bg-raised px-2.5 transition-colors duration-150 placeholder:text-ink-faint disabled:opacity-60 coarse:h-11 coarse:text-read'

export function inputBorder(error: string | undefined): string {
  return error === undefined ? 'border-line-strong' : 'border-red'
}

export interface FieldWords {
  readonly label: string
  readonly help?: ReactNode
  /** The paragraph of the help about it. */
  readonly more?: string | undefined
  /** What is wrong with it, in place of the help. */
  readonly error?: string | undefined
}

interface InputProps {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string
}

interface FieldProps extends FieldWords {
  className?: string | undefined
  children: (input: InputProps) => ReactNode
}

/** A label, its input, and a line of help or of what is wrong. */
export function Field({ label, help, more, error, className, children }: FieldProps) {
  const id = useId()
  return (
    <div className={classNames('min-w-0', className)}>
      <label htmlFor={id} className="mb-1 block w-fit font-medium">
        {label}
      </label>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': `${id}-help` })}
      <FieldHelp
        id={`${id}-help`}
        help={help}
        error={error}
        {...(more !== undefined && { more: { of: label, to: more } })}
      />
    </div>
  )
}

interface FieldHelpProps extends Pick<FieldWords, 'help' | 'error'> {
  id: string
  more?: { readonly of: string; readonly to: string }
  className?: string
}

export function FieldHelp({ id, help, more, error, className }: FieldHelpProps) {
  const isEmpty = error === undefined && !help && more === undefined
  return (
    <div className={classNames('text-small text-pretty wrap-anywhere text-ink-faint', !isEmpty && 'mt-1', className)}>
      <div id={id} className="inline">
        {error === undefined ? (
          help
        ) : (
          <span role="alert" className="text-red">
            {error}
          </span>
        )}
      </div>
      {more !== undefined && (
        <>
          {' '}
          <HelpLink {...more} />
        </>
      )}
    </div>
  )
}
