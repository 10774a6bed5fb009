import type { MiddlewareHandler } from 'hono'

// Styles may be inline because mathematics and coloured code are drawn with style attributes; scripts may not. Fonts may be
// data: because the build inlines small ones.
const PAGE_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const API_POLICY = "default-src 'none'; frame-ancestors 'none'"

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** Put on every answer, refusals included. There is no CORS header among them, ever. */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(EVERYWHERE)) c.res.headers.set(name, value)
  const isApi = isApiPath(c.req.path)
  c.res.headers.set('content-security-policy', isApi ? API_POLICY : PAGE_POLICY)
  if (isApi) c.res.headers.set('cache-control', 'no-store')
}

export function isApiPath(path: string): boolean {
  return path === '/api' || path.startsWith('/api/')
}
