import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** What the client needs of a command or read. The rest, schemas and help, is for the server: it would be a tenth of the first load. */
const ROUTE = ['method', 'path', 'field', 'silent']
const DEFINITIONS = /packages\/commands\/src\/(?!slash)[\w-]*(?:commands|reads)\.ts$/u
/** Found in the built page only where something uses a schema: what is not used is left out. */
const ABSENT = 'This schema is not in the page: '

/** Builds commands and reads into the page without their schemas. A page that uses one does not build. */
export function onlyRoutes(): Plugin {
  return {
    name: 'only-routes',
    apply: 'build',
    async load(id) {
      if (!DEFINITIONS.test(id)) return null
      const definitions: Record<string, unknown> = await import(pathToFileURL(id).href)
      return Object.entries(definitions)
        .map(
          ([name, value]) =>
            `export const ${name} = ${isPlain(value) ? JSON.stringify(routesIn(value)) : absent(name)}`,
        )
        .join('\n')
    },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        const at = file.type === 'chunk' ? file.code.indexOf(ABSENT) : -1
        if (file.type !== 'chunk' || at === -1) continue
        const name = /\w+/u.exec(file.code.slice(at + ABSENT.length))?.[0]
        this.error(`${file.fileName} uses ${name} of packages/commands, which only the server has`)
      }
    },
  }
}

function absent(name: string): string {
  return `/* @__PURE__ */ Symbol(${JSON.stringify(`${ABSENT}${name}`)})`
}

function routesIn(value: object): object {
  const isRoute = 'path' in value && typeof value.path === 'string'
  const entries = Object.entries(value)
  if (isRoute) return Object.fromEntries(entries.filter(([name]) => ROUTE.includes(name)))
  return Object.fromEntries(entries.map(([name, each]) => [name, isPlain(each) ? routesIn(each) : null]))
}

/** Schemas are not. */
function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
