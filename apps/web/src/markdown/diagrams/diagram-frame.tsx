import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DiagramColours, DrawingRequest } from './protocol.ts'
import { readAnswer } from './protocol.ts'

/** Path of the frame's document below the page's own, set by the build. */
declare const __DIAGRAM_FRAME__: string

const MOST_TO_DRAW_MS = 5_000
const MOST_TO_LOAD_MS = 30_000

/** Relative to this script, so that it holds wherever the page is served; the development server serves it at the root. */
function frameAddress(): string {
  // Not written into `new URL` itself: the build would take it for a file among the sources.
  const fromAssets = `../${__DIAGRAM_FRAME__}`
  return import.meta.env.DEV ? `/${__DIAGRAM_FRAME__}` : new URL(fromAssets, import.meta.url).href
}

interface DiagramFrameProps {
  source: string
  width: string
  ratio: string
  onDrawn: (width: number, height: number) => void
  onFailed: (sentence: string) => void
}

/**
 * Draws a diagram in a document of its own, which has no origin, no network and no access to the page (`sandbox`). It takes no pointer
 * and no focus: a link or a handler that the source smuggled in cannot be reached.
 */
export function DiagramFrame({ source, width, ratio, onDrawn, onFailed }: DiagramFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  const theme = useTheme()
  const drawn = useEffectEvent(onDrawn)
  const failed = useEffectEvent(onFailed)

  useEffect(() => {
    const loading = setTimeout(() => failed('The part of Stet that draws diagrams did not load.'), MOST_TO_LOAD_MS)
    const read = ({ source: sender, data }: MessageEvent) => {
      if (sender !== frame.current?.contentWindow || readAnswer(data)?.kind !== 'ready') return
      clearTimeout(loading)
      setReady(true)
    }
    addEventListener('message', read)
    return () => {
      clearTimeout(loading)
      removeEventListener('message', read)
    }
  }, [])

  useEffect(() => {
    if (!isReady) return
    const drawing = setTimeout(() => failed('This diagram takes too long to draw.'), MOST_TO_DRAW_MS)
    const read = ({ source: sender, data }: MessageEvent) => {
      if (sender !== frame.current?.contentWindow) return
      const answer = readAnswer(data)
      clearTimeout(drawing)
      if (answer?.kind === 'drawn') drawn(answer.width, answer.height)
      else
        failed(
          answer?.kind === 'failed' ? `Could not draw this diagram: ${answer.reason}` : 'Could not draw this diagram.',
        )
    }
    addEventListener('message', read)
    const request: DrawingRequest = { source, isDark: theme === 'dark', colours: coloursNow() }
    // The frame has no origin that could be named.
    frame.current?.contentWindow?.postMessage(request, '*')
    return () => {
      clearTimeout(drawing)
      removeEventListener('message', read)
    }
  }, [isReady, source, theme])

  return (
    <iframe
      ref={frame}
      title="Diagram"
      src={frameAddress()}
      sandbox="allow-scripts"
      tabIndex={-1}
      style={{ width, aspectRatio: ratio }}
    />
  )
}

function useTheme(): string | undefined {
  const [theme, setTheme] = useState(() => document.documentElement.dataset.theme)
  useEffect(() => {
    const observer = new MutationObserver(() => setTheme(document.documentElement.dataset.theme))
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => observer.disconnect()
  }, [])
  return theme
}

function coloursNow(): DiagramColours {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  return {
    paper: colour('--paper'),
    raised: colour('--raised'),
    wash: colour('--wash'),
    accentWash: colour('--accent-wash'),
    ink: colour('--ink'),
    line: colour('--line-strong'),
  }
}
