import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = 'http://127.0.0.1:4848'

export default defineConfig({
  plugins: [react(), tailwindcss()],
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
