import type { MiddlewareHandler } from 'hono'
import { Problem } from './problem.ts'

/** Whom this home answers: `hosts` as a Host header names them (`127.0.0.1:4848`), `origins` as an Origin header does. */
export interface AllowedCallers {
  readonly hosts: readonly string[]
  readonly origins: readonly string[]
}

/**
 * Runs before every route and every file. A browser says where a request comes from, and is believed when it names another
 * place. A program that is no browser says nothing and is let in: on loopback it already has the user's rights.
 */
export function guard(allowed: AllowedCallers): MiddlewareHandler {
  return async (c, next) => {
    const reason = refusal(c.req.raw, allowed, isApiPath(c.req.path))
    if (reason !== null) throw new Problem({ status: 403, ...reason })
    await next()
  }
}

interface Refusal {
  readonly code: 'host-refused' | 'origin-refused' | 'cross-site'
  readonly detail: string
}

function refusal(request: Request, allowed: AllowedCallers, isApi: boolean): Refusal | null {
  if (!hostIsAllowed(request, allowed.hosts)) {
    return { code: 'host-refused', detail: 'This address is not one that Stet answers to.' }
  }
  const origin = request.headers.get('origin')
  if (origin !== null && !allowed.origins.includes(origin)) {
    return { code: 'origin-refused', detail: 'Another page may not use Stet.' }
  }
  if (isCrossSite(request.headers) && (isApi || !isNavigation(request))) {
    return { code: 'cross-site', detail: 'Another page may not use Stet.' }
  }
  return null
}

/**
 * A name that was made to point here (DNS rebinding) still shows in Host, and in the target where that is a whole URL: both are
 * checked. A doubled Host reads as one value with a comma, which is no host.
 */
function hostIsAllowed(request: Request, hosts: readonly string[]): boolean {
  const header = request.headers.get('host')
  return hosts.includes(new URL(request.url).host) && (header === null || hosts.includes(header.toLowerCase()))
}

function isCrossSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  // `same-site` is another port of the same machine: not us. `none` is an address that the user typed.
  return site !== null && site !== 'same-origin' && site !== 'none'
}

/** A link on another site that leads to the page in a tab of its own. */
function isNavigation(request: Request): boolean {
  return (
    request.method === 'GET' &&
    request.headers.get('sec-fetch-mode') === 'navigate' &&
    request.headers.get('sec-fetch-dest') === 'document'
  )
}

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

/**
 * Put on every answer, refusals included. There is never a CORS header among them. Routes that serve files have a stricter policy and a
 * caching of their own.
 */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(EVERYWHERE)) c.res.headers.set(name, value)
  const isApi = isApiPath(c.req.path)
  setUnlessGiven(c.res.headers, 'content-security-policy', isApi ? API_POLICY : PAGE_POLICY)
  if (isApi) setUnlessGiven(c.res.headers, 'cache-control', 'no-store')
}

function setUnlessGiven(headers: Headers, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value)
}

function isApiPath(path: string): boolean {
  return path === '/api' || path.startsWith('/api/')
}
