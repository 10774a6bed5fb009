import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'
import { diagramFrame } from './diagram-frame-plugin.ts'
import { onlyRoutes } from './only-routes-plugin.ts'

const server = 'http://127.0.0.1:4848'
/** The page of a chat and everything that it imports, in one file: every page fetches it right after the first. */
const CHAT = 'chat'

/** Names the build in the page, so that an open page can find out that a newer one is served. */
function nameBuild(): Plugin {
  return {
    name: 'name-build',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) => [
        { tag: 'meta', attrs: { name: 'build', content: hashOf(Object.keys(bundle).sort()) }, injectTo: 'head' },
      ],
    },
  }
}

/**
 * Fetches the page of a chat and the font of its text beside the first page: named only in its code, they would wait until that had run.
 * The browser fetches them last, so that nothing waits for them.
 */
function fetchEarly(): Plugin {
  return {
    name: 'fetch-early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) => {
        const chunk = Object.values(bundle).find(file => file.type === 'chunk' && file.name === CHAT)
        const font = Object.keys(bundle).find(name => name.startsWith('assets/inter-latin-opsz-normal-'))
        if (chunk === undefined || font === undefined) throw new Error('the page of a chat or its font was not built')
        const early = { crossorigin: true, fetchpriority: 'low' }
        return [
          { tag: 'link', attrs: { rel: 'modulepreload', href: `./${chunk.fileName}`, ...early }, injectTo: 'head' },
          {
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', href: `./${font}`, crossorigin: true },
            injectTo: 'head',
          },
        ]
      },
    },
  }
}

/** Adds the service worker, which names everything that was built, and compresses all of it once, so that no server has to. */
function finish(): Plugin {
  return {
    name: 'finish',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      await buildServiceWorker(dir)
      for (const name of listFiles(dir)) {
        const file = join(dir, name)
        if (/\.(?:js|css|svg)$/u.test(file)) writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)))
      }
    },
  }
}

async function buildServiceWorker(dir: string): Promise<void> {
  const files = listFiles(dir).filter(name => /\.(?:js|css|woff2|svg|png|webmanifest)$|^diagram\/.*\.html$/u.test(name))
  const version = hashOf([...files, 'index.html'].map(name => readFileSync(join(dir, name))))
  await build({
    configFile: false,
    logLevel: 'error',
    define: { SHELL: JSON.stringify({ version, files }) },
    build: {
      outDir: dir,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2023',
      rolldownOptions: {
        input: join(import.meta.dirname, 'src/service-worker/service-worker.ts'),
        output: { entryFileNames: 'service-worker.js', format: 'iife' },
      },
    },
  })
}

function listFiles(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(dir, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

function hashOf(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\n')
  return hash.digest('hex').slice(0, 16)
}

export default defineConfig({
  // Relative, so that the build runs at any path.
  base: './',
  plugins: [react(), tailwindcss(), onlyRoutes(), diagramFrame(), fetchEarly(), nameBuild(), finish()],
  build: {
    outDir: 'dist',
    // Read by the list of errors when it shows a stack, and by nothing else.
    sourcemap: 'hidden',
    target: 'es2023',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Left alone, the first page is 42 files, most of them under 1 kB: each is a request, and a module to link.
          groups: [
            { name: 'first-page', tags: ['$initial'], priority: 2 },
            { name: CHAT, test: /\/src\/chat\/chat-page\.tsx$/u, priority: 1 },
            // What pages share that are loaded later.
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 20_000 },
          ],
        },
      },
    },
  },
  worker: { format: 'es', plugins: () => [onlyRoutes()] },
  server: {
    port: 4847,
    strictPort: true,
    proxy: {
      '/api': {
        target: server,
        changeOrigin: true,
        // The server takes its own origin only, and a page of the development server has another.
        configure: proxy => proxy.on('proxyReq', request => request.setHeader('origin', server)),
      },
    },
  },
})
