import { Hono } from 'hono'

export function healthRoutes(version: string): Hono {
  return new Hono().get('/api/health', c => c.json({ ok: true, version }))
}
