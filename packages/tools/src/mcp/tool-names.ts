import { RECALL, WEB_FETCH } from '@stet/history'
import { RETURN } from '../minion/return.ts'
import { WEB_SEARCH } from '../web-search/web-search.ts'

/** Names that mean something in every home, whether or not it lists such a tool: `return` ends a run, the others follow settings. */
const RESERVED = [RETURN, RECALL, WEB_FETCH, WEB_SEARCH]

/** How long a name may be before it is shortened: every provider takes this many characters. */
const LONGEST = 64

interface Naming {
  /** What the user calls the server. */
  readonly server: string
  /** The tools that come with Stet. */
  readonly builtIn: readonly string[]
  /** Names of tools of other servers in the workspace. */
  readonly taken: ReadonlySet<string>
  /** Names that tools of this server already have, by their own name. They stay: chats and calls refer to them. */
  readonly given: Readonly<Record<string, string>>
}

/**
 * What the tools of a server are called in Stet, by their own name: the same where that is free and plain, and otherwise with the server in
 * front. A tool can neither take the name of one of ours nor one that looks like it (Z-10).
 */
export function nameTools(tools: readonly string[], naming: Naming): Readonly<Record<string, string>> {
  const { server, builtIn, taken, given } = naming
  const ours = new Set([...RESERVED, ...builtIn].map(skeleton))
  const isOurs = (name: string) => ours.has(skeleton(name))
  const used = new Set(taken)
  const names = new Map<string, string>()
  const assign = (tool: string, name: string) => {
    names.set(tool, name)
    used.add(name)
  }
  for (const tool of tools) {
    const before = Object.hasOwn(given, tool) ? given[tool] : undefined
    if (before !== undefined && !isOurs(before) && !used.has(before)) assign(tool, before)
  }
  for (const tool of tools) {
    if (names.has(tool)) continue
    const isPlain = /^[A-Za-z][\w.-]*$/.test(tool) && tool.length <= LONGEST
    if (isPlain && !isOurs(tool) && !used.has(tool)) assign(tool, tool)
    else assign(tool, prefixed(server, tool, used))
  }
  return Object.fromEntries(names)
}

function prefixed(server: string, tool: string, used: ReadonlySet<string>): string {
  const base = `${plain(server) || 'server'}__${plain(tool) || 'tool'}`.slice(0, LONGEST - 4)
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}_${number}`
    if (!used.has(name)) return name
  }
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[^\w-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
}

/** Letters of other alphabets, and digits, that look like a Latin letter. */
const LOOKS_LIKE = new Map(
  Object.entries({
    а: 'a',
    в: 'b',
    с: 'c',
    е: 'e',
    н: 'h',
    і: 'i',
    ј: 'j',
    к: 'k',
    м: 'm',
    о: 'o',
    р: 'p',
    ѕ: 's',
    т: 't',
    у: 'y',
    х: 'x',
    α: 'a',
    ε: 'e',
    ι: 'i',
    κ: 'k',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'y',
    ν: 'v',
    '0': 'o',
    '1': 'l',
    '|': 'l',
    '5': 's',
  }),
)

/** What two names have in common that a reader would take for one another. */
function skeleton(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\p{Cf}\p{Z}\p{P}]/gu, '')
  return Array.from(letters, letter => LOOKS_LIKE.get(letter) ?? letter)
    .join('')
    .replaceAll('i', 'l')
    .replaceAll('rn', 'm')
}
