import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { type Plugin, transformWithOxc } from 'vite'

/**
 * Builds the document in which diagrams are drawn: one file that needs nothing else, named by the hash of its script, so that the
 * server can allow exactly that script. The page knows its path as `__DIAGRAM_FRAME__`.
 */
export async function diagramFrame(): Promise<Plugin> {
  const { path, html } = await makeFrame()
  return {
    name: 'diagram-frame',
    config: () => ({ define: { __DIAGRAM_FRAME__: JSON.stringify(path) } }),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: path, source: html })
      this.emitFile({ type: 'asset', fileName: `${path}.br`, source: brotliCompressSync(html, FAST) })
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (request.url !== `/${path}`) return next()
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.end(html)
      })
    },
  }
}

/** The best compression takes ten seconds for three megabytes and saves a few per cent. */
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

async function makeFrame(): Promise<{ path: string; html: string }> {
  const mermaid = readFileSync(createRequire(import.meta.url).resolve('mermaid/dist/mermaid.min.js'), 'utf8')
  const file = join(import.meta.dirname, 'src/markdown/diagrams/frame.ts')
  const { code: own } = await transformWithOxc(readFileSync(file, 'utf8'), file)
  if (/^import /m.test(own)) throw new Error('frame.ts is not bundled: it may import types only')
  // A comment that names another file would make the browser ask for it.
  const library = mermaid.replace(/^\/\/# sourceMappingURL=.*$/m, '')
  // Browsers draw no frames for a document out of sight, and the library would wait for one.
  const clock = 'globalThis.requestAnimationFrame = f => setTimeout(() => f(performance.now()));'
  // Within a script element, `</script` ends it wherever it is.
  const script = `${clock}\n${library};\n{${own.replace(/^export \{\};?$/m, '')}}`.replaceAll('</script', '<\\/script')
  const hash = createHash('sha256').update(script).digest()
  const html = [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    // The server sends the same as a header; this is for hosts that send none.
    `<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'sha256-${hash.toString('base64')}'; style-src 'unsafe-inline'">`,
    '<title>Diagram</title>',
    '<style>html,body{margin:0;height:100%;overflow:hidden;background:transparent}svg{display:block;width:100%!important;height:100%!important;max-width:none!important}</style>',
    '</head>',
    `<body><script>${script}</script></body>`,
    '</html>',
  ].join('\n')
  return { path: `diagram/${hash.toString('hex')}.html`, html }
}
