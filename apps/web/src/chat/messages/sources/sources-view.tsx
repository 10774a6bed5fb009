import { Popover } from '@base-ui/react/popover'
import { useContext, useState } from 'react'
import { hostOf, safeUrl } from '../../../markdown/safe-url.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useKept } from '../../../ui/hooks/kept-state.tsx'
import { useCloseWithBack } from '../../../ui/hooks/open-overlays.ts'
import { HoldPosition } from '../../../ui/hooks/scroll-context.ts'
import type { CitedSource } from './citations.ts'

const SHOWN = 6
const HOVER_MS = 200

/** The sources of an answer, numbered like the marks in its text (V2). */
export function SourcesView({ sources }: { sources: readonly CitedSource[] }) {
  const [showsAll, setShowsAll] = useKept('sources', false)
  const hold = useContext(HoldPosition)
  if (sources.length === 0) return null
  const shown = showsAll || sources.length <= SHOWN + 1 ? sources : sources.slice(0, SHOWN)
  return (
    <section aria-label="Sources" className="mt-3 border-t border-line pt-2 text-ui">
      <p className="text-small font-medium text-ink-faint">Sources</p>
      <ol className="mt-1 space-y-1">
        {shown.map(source => (
          <li key={source.url} className="flex gap-2">
            <span className="figures min-w-5 shrink-0 text-right text-ink-faint">{source.number}</span>
            <SourceText source={source} />
          </li>
        ))}
      </ol>
      {shown.length < sources.length && (
        <Button
          look="outline"
          className="mt-2"
          onClick={() => {
            hold()
            setShowsAll(true)
          }}
        >
          Show all {sources.length} sources
        </Button>
      )}
    </section>
  )
}

/** The number of a source in the text; what it says opens on hover, click, tap or Enter. */
export function CitationMark({ source }: { source: CitedSource }) {
  const [open, setOpen] = useState(false)
  useCloseWithBack(open, () => setOpen(false))
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        openOnHover
        delay={HOVER_MS}
        aria-label={`Source ${source.number}: ${source.title ?? hostName(source)}`}
        className="citation"
      >
        {source.number}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="top" sideOffset={4} collisionPadding={12} className="z-30">
          <Popover.Popup
            aria-label={`Source ${source.number}`}
            className="flex w-80 max-w-[calc(100vw-1.5rem)] rounded border border-line bg-raised p-3 text-ui shadow-float outline-none transition-opacity duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0"
          >
            <SourceText source={source} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function SourceText({ source }: { source: CitedSource }) {
  const address = safeUrl(source.url)
  const name = <bdi>{source.title ?? source.url}</bdi>
  return (
    <div className="min-w-0 wrap-anywhere">
      {address ? (
        <a
          className="text-accent underline underline-offset-3"
          href={address}
          title={address}
          target="_blank"
          rel="noopener noreferrer"
        >
          {name}
        </a>
      ) : (
        name
      )}
      {source.title !== null && <span className="ml-2 text-small text-ink-faint">{hostName(source)}</span>}
      {source.quotes.map(quote => (
        <q key={quote} dir="auto" className="mt-0.5 line-clamp-3 text-ink-soft">
          {quote}
        </q>
      ))}
    </div>
  )
}

function hostName({ url }: CitedSource): string {
  const address = safeUrl(url)
  return (address === null ? null : hostOf(address)) ?? url
}
