import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { dateLocale } from '../formats/date-locale.ts'
import { formatTokens } from '../formats/format-tokens.ts'
import { type Bars, type Measure, startWords } from './to-bars.ts'

const HEIGHT = 240
/** Room that the label of a day needs, in pixels. */
const LABEL_WIDTH = 76

interface UsagePlotProps {
  bars: Bars
  measure: Measure
  /** Names of custom properties, one for each series. */
  colours: readonly string[]
  /** The place under the pointer; null when it leaves. */
  onPlace: (place: number | null) => void
}

/** Stacks over time on a canvas. It is not for screen readers: the table of days says the same. */
export function UsagePlot({ bars, measure, colours, onPlace }: UsagePlotProps) {
  const place = useRef<HTMLDivElement>(null)
  const report = useRef(onPlace)
  useEffect(() => {
    report.current = onPlace
  })

  useEffect(() => {
    const element = place.current
    if (element === null) return
    let plot: UPlot | null = null
    const draw = () => {
      plot?.destroy()
      plot = new UPlot(
        optionsOf({ bars, measure, colours, width: element.clientWidth, onPlace: at => report.current(at) }),
        toData(bars),
        element,
      )
    }
    draw()
    const resized = new ResizeObserver(() => {
      if (plot !== null && plot.width !== element.clientWidth) draw()
    })
    resized.observe(element)
    // A canvas keeps the colours that it was drawn with.
    const themed = new MutationObserver(draw)
    themed.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-text'] })
    return () => {
      resized.disconnect()
      themed.disconnect()
      plot?.destroy()
    }
  }, [bars, measure, colours])

  return <div ref={place} aria-hidden="true" style={{ minHeight: HEIGHT }} />
}

/** The whole stack first: each series is drawn over the ones above it. */
function toData({ starts, values }: Bars): UPlot.AlignedData {
  const stacks: number[][] = []
  let below = starts.map(() => 0)
  for (const line of values) {
    below = below.map((sum, at) => sum + (line[at] ?? 0))
    stacks.unshift(below)
  }
  return [starts.map((_, at) => at), ...stacks]
}

interface OptionsQuery extends UsagePlotProps {
  readonly width: number
}

function optionsOf({ bars, measure, colours, width, onPlace }: OptionsQuery): UPlot.Options {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const font = `${0.75 * Number.parseFloat(style.fontSize)}px "Inter Variable", sans-serif`
  const count = bars.starts.length
  const shape = UPlot.paths.bars?.({ size: [0.72, 44], radius: 0 })
  const axis = { font, stroke: colour('ink-faint'), ticks: { show: false }, gap: 8 }
  return {
    width,
    height: HEIGHT,
    padding: [8, 0, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: false, range: () => [-0.5, Math.max(0.5, count - 0.5)] },
      y: { range: (_, __, highest) => [0, highest > 0 ? highest * 1.05 : 1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 28,
        splits: () => labelled(count, Math.max(2, Math.floor(width / LABEL_WIDTH))),
        values: (_, places) =>
          places.map(at => {
            const words = startWords(bars.starts[at] ?? '', bars.width, dateLocale())
            return bars.width === 'week' ? words.replace('Week of ', '') : words
          }),
      },
      {
        ...axis,
        size: 56,
        grid: { stroke: colour('line'), width: 1 },
        values: (_, marks) => marks.map(mark => (measure === 'usd' ? dollars(mark) : formatTokens(mark))),
      },
    ],
    series: [
      {},
      ...colours.toReversed().map(name => ({
        fill: colour(name),
        width: 0,
        points: { show: false },
        ...(shape === undefined ? {} : { paths: shape }),
      })),
    ],
    hooks: { setCursor: [({ cursor }) => onPlace(cursor.idx ?? null)] },
  }
}

/** Evenly spread places, at most so many. */
function labelled(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(count / most))
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step)
}

function dollars(usd: number): string {
  if (usd === 0) return '$0'
  return `$${usd >= 1 ? Number(usd.toFixed(2)) : Number(usd.toPrecision(2))}`
}
