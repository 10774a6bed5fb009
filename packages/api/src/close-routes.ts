import type { Hono } from 'hono'
import { Problem } from './problem.ts'

/** Answers every method that a path of the route table does not have: OPTIONS with what it has, others with 405. */
export function closeRoutes(app: Hono): void {
  for (const [path, allow] of allowByPath(app)) {
    app.all(path, c => {
      if (c.req.method === 'OPTIONS') return c.body(null, 204, { allow })
      throw new Problem({
        status: 405,
        code: 'method-not-allowed',
        detail: `Only ${allow} can be used here.`,
        headers: { allow },
      })
    })
  }
}

function allowByPath(app: Hono): Map<string, string> {
  const methods = new Map<string, string[]>()
  for (const route of app.routes) {
    if (route.method === 'ALL') continue
    const known = methods.get(route.path) ?? ['OPTIONS']
    known.push(...(route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]))
    methods.set(route.path, known)
  }
  return new Map([...methods].map(([path, known]) => [path, known.sort().join(', ')]))
}
