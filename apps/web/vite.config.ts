import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = 'http://127.0.0.1:4848'

/** Compresses what is built, once, so that no server has to do it for every request. */
function brotli(): Plugin {
  return {
    name: 'brotli',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        const file = join(dir, name)
        if (/\.(?:js|css|svg)$/u.test(file)) writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)))
      }
    },
  }
}

export default defineConfig({
  plugins: [react(), tailwindcss(), brotli()],
  build: {
    outDir: 'dist',
    sourcemap: true,
    target: 'es2023',
  },
  worker: { format: 'es' },
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
