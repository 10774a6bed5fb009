// Runs inside the frame (see diagram-frame-plugin.ts), after mermaid itself. It has no origin, no network and no way to the page but messages.
import type { Mermaid } from 'mermaid'
import type { DrawingAnswer, DrawingRequest } from './protocol.ts'

const { mermaid } = globalThis as unknown as { mermaid: Mermaid }
let drawn = 0

function answer(message: DrawingAnswer): void {
  // The page's origin is not known here, and the answer holds nothing that another page could use.
  parent.postMessage(message, '*')
}

async function draw({ source, isDark, colours }: DrawingRequest): Promise<DrawingAnswer> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    theme: 'base',
    fontFamily: 'system-ui, sans-serif',
    themeVariables: {
      darkMode: isDark,
      background: colours.paper,
      primaryColor: colours.wash,
      primaryTextColor: colours.ink,
      primaryBorderColor: colours.line,
      secondaryColor: colours.accentWash,
      tertiaryColor: colours.raised,
      lineColor: colours.line,
      textColor: colours.ink,
      noteBkgColor: colours.accentWash,
      noteTextColor: colours.ink,
      noteBorderColor: colours.line,
      edgeLabelBackground: colours.paper,
      fontSize: '15px',
    },
  })
  drawn += 1
  const { svg } = await mermaid.render(`diagram-${drawn}`, source)
  document.body.innerHTML = svg
  const { width = 0, height = 0 } = document.querySelector('svg')?.viewBox.baseVal ?? {}
  return { kind: 'drawn', width, height }
}

addEventListener('message', ({ source: sender, data }: MessageEvent<DrawingRequest>) => {
  if (sender !== parent) return
  draw(data).then(answer, (error: unknown) => {
    answer({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
  })
})
answer({ kind: 'ready' })
