import { useId, useState } from 'react'
import { classNames } from '../ui/class-names.ts'
import { CopyButton } from '../ui/controls/copy-button.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { BodyView } from './body-view.tsx'

interface ExactRequestProps {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** A request as it left, byte for byte; only secrets are taken out (X1). */
export function ExactRequest({ method, url, headers, body }: ExactRequestProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const names = Object.keys(headers).toSorted()
  const bytes = new TextEncoder().encode(body).length
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="shrink-0 border-b border-line px-4 pt-3 pb-2">
        <p className="flex items-start gap-2">
          <span className="figures mt-0.5 shrink-0 rounded bg-wash px-1.5 text-small font-medium">{method}</span>
          <bdi dir="ltr" className="min-w-0 flex-1 font-mono text-small leading-5 wrap-anywhere">
            {url}
          </bdi>
          <CopyButton label="Copy URL" text={() => url} className="-my-1.5 -mr-2" />
        </p>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="-ml-1 flex h-7 items-center gap-1.5 rounded px-1 text-small text-ink-soft transition-colors duration-150 hover:text-ink coarse:h-10"
        >
          <span className={classNames('transition-transform duration-150', open && 'rotate-90')}>
            <Icon name="chevron-right" size={12} />
          </span>
          {names.length} {names.length === 1 ? 'header' : 'headers'}
        </button>
        <dl id={id} hidden={!open} dir="ltr" className="max-h-40 overflow-y-auto pb-1 font-mono text-small">
          {names.map(name => (
            <div key={name} className="flex gap-2">
              <dt className="shrink-0 text-ink-faint">{name}:</dt>
              <dd className="min-w-0 wrap-anywhere text-ink-soft">{headers[name]}</dd>
            </div>
          ))}
        </dl>
        <p className="text-small text-ink-faint">
          Body: {bytes.toLocaleString('en')} {bytes === 1 ? 'byte' : 'bytes'}.
        </p>
      </div>
      <BodyView body={body} />
    </div>
  )
}
