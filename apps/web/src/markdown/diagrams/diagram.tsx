import { type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { CopyTextButton } from '../../ui/controls/copy-button.tsx'
import { Icon, type IconName } from '../../ui/graphics/icon.tsx'
import { useKept } from '../../ui/hooks/kept-state.tsx'
import { HoldPosition } from '../../ui/hooks/scroll-context.ts'
import { DiagramFrame } from './diagram-frame.tsx'

const LONGEST = 20_000
const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3, 4]

type Drawing =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'drawn'; readonly width: number; readonly height: number }
  | { readonly kind: 'failed'; readonly sentence: string }

interface DiagramProps {
  code: string
  /** Draws the source as code, with these buttons in its header and this note above it. */
  source: (actions: ReactNode, note: string | null) => ReactNode
}

/** A Mermaid diagram. Its source is shown until it is drawn, where it cannot be drawn, and on request. */
export function Diagram({ code, source }: DiagramProps) {
  const name = code.slice(0, 80)
  const [drawing, setDrawing] = useKept<Drawing>(`diagram ${name}`, { kind: 'waiting' })
  const [showsSource, setShowsSource] = useKept(`diagram source ${name}`, false)
  const [zoom, setZoom] = useKept(`diagram zoom ${name}`, 1)
  const hold = useContext(HoldPosition)
  const place = useRef<HTMLDivElement>(null)
  const isNear = useIsNear(place)

  if (code.length > LONGEST) return source(null, 'This diagram is too long to draw.')
  if (drawing.kind === 'failed') {
    const again = <Action label="Draw again" icon="retry" onClick={() => setDrawing({ kind: 'waiting' })} />
    return source(again, drawing.sentence)
  }

  const show = (next: boolean) => () => {
    hold()
    setShowsSource(next)
  }
  const step = (by: 1 | -1) => ZOOMS[ZOOMS.indexOf(zoom) + by]
  const zoomBy = (by: 1 | -1) => () => setZoom(step(by) ?? zoom)
  const isDrawn = drawing.kind === 'drawn'
  const hidesFrame = showsSource || !isDrawn
  return (
    <div ref={place} className="diagram">
      {hidesFrame && source(isDrawn ? <Action label="Show diagram" icon="image" onClick={show(false)} /> : null, null)}
      <figure className={hidesFrame ? 'diagram-hidden' : 'code-block'}>
        {!hidesFrame && (
          <figcaption>
            <span>diagram</span>
            <span className="code-actions">
              <Action label="Zoom out" icon="zoom-out" disabled={step(-1) === undefined} onClick={zoomBy(-1)} />
              <Action label="Zoom in" icon="zoom-in" disabled={step(1) === undefined} onClick={zoomBy(1)} />
              <Action label="Show source" icon="code" onClick={show(true)} />
              <CopyTextButton label="Copy source" text={() => code} className="code-action" />
            </span>
          </figcaption>
        )}
        <div className="diagram-scroll" tabIndex={hidesFrame ? -1 : 0} inert={hidesFrame}>
          {isNear && (
            <DiagramFrame
              source={code}
              width={isDrawn ? `calc(min(${drawing.width}px, 100%) * ${zoom})` : '100%'}
              ratio={isDrawn ? `${drawing.width} / ${drawing.height}` : '1'}
              onDrawn={(width, height) => setDrawing({ kind: 'drawn', width, height })}
              onFailed={sentence => setDrawing({ kind: 'failed', sentence })}
            />
          )}
        </div>
      </figure>
    </div>
  )
}

interface ActionProps {
  label: string
  icon: IconName
  disabled?: boolean
  onClick: () => void
}

function Action({ label, icon, disabled = false, onClick }: ActionProps) {
  return (
    <button
      type="button"
      className="code-action"
      title={label}
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} size={14} />
    </button>
  )
}

/** Each frame loads the whole library: only diagrams that come near the screen have one. */
function useIsNear(place: { readonly current: HTMLElement | null }): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || place.current === null) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: '600px' },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isNear, place])
  return isNear
}
