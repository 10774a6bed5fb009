/** What a fact is: something that later work needs letter by letter. */
export type FactKind = 'rule' | 'url' | 'e-mail' | 'path' | 'date' | 'id' | 'number' | 'name' | 'quoted'

export interface Fact {
  readonly text: string
  readonly kind: FactKind
  /** How often it occurs. */
  readonly count: number
  /** In how many later messages it occurs again: it was used. */
  readonly uses: number
  /** The place of the last message that has it. */
  readonly last: number
  /** Whether a user said it, or the model: results of tools are the least reliable source of what matters. */
  readonly from: FactSource['role']
}

/** The text of one message, by who wrote it. */
export interface FactSource {
  readonly role: 'user' | 'assistant' | 'results'
  readonly text: string
}

/** A longer word is data, not a fact. */
const LONGEST_FACT = 160
const LONGEST_RULE = 300
const LONGEST_QUOTE = 60

/**
 * Paths, ids, addresses, dates, numbers, identifiers, quoted names and rules in these messages, each once, in the order of their first
 * occurrence (C22). It takes time in proportion to the text: every pattern reads a bounded piece from each place.
 */
export function factsOf(messages: readonly FactSource[]): readonly Fact[] {
  const found = new Map<string, MutableFact>()
  for (const [place, { role, text }] of messages.entries()) {
    for (const { text: said, kind } of candidatesIn(text, role)) {
      const before = found.get(said)
      if (before === undefined) found.set(said, { text: said, kind, count: 1, uses: 0, last: place, from: role })
      else {
        before.count += 1
        if (before.last !== place) before.uses += 1
        before.last = place
        if (role === 'user') before.from = 'user'
      }
    }
  }
  return [...found.values()]
}

type MutableFact = { -readonly [Field in keyof Fact]: Fact[Field] }

interface Candidate {
  readonly text: string
  readonly kind: FactKind
}

function* candidatesIn(text: string, role: FactSource['role']): Generator<Candidate> {
  // Sentences of files and web pages are not rules for this work.
  if (role !== 'results') for (const rule of rulesIn(text)) yield { text: rule, kind: 'rule' }
  const plain = role === 'assistant' ? text.replace(ESCAPES, ' ') : text
  for (const [word] of plain.matchAll(WORD)) {
    const bare = bareWord(word)
    const kind = kindOf(bare)
    if (kind !== null) yield { text: bare, kind }
  }
  for (const match of plain.matchAll(QUOTED)) {
    const quoted = match[1] ?? match[2] ?? match[3] ?? ''
    if (quoted.length <= LONGEST_QUOTE && /^\p{Lu}/u.test(quoted) && quoted.includes(' ')) {
      yield { text: quoted, kind: 'quoted' }
    }
  }
}

/** Line breaks and quotes inside the JSON text of a call. */
const ESCAPES = /\\[nrt"]/g
/** An address, a sum with commas, or whatever no space, bracket or quote divides. */
const WORD = /https?:\/\/[^\s"'`<>(){}[\]“”‘’«»]+|[$€£]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[^\s"'`<>(){}[\],;|=*“”‘’«»]+/g
const QUOTED = /"([^"\n]{3,60})"|“([^”\n]{3,60})”|«([^»\n]{3,60})»/g

/** Without the punctuation of the sentence around it. */
function bareWord(word: string): string {
  let end = word.length
  while (end > 0 && '.:!?…'.includes(word[end - 1] ?? '')) end -= 1
  let start = 0
  while (start < end && '#!?…:'.includes(word[start] ?? '')) start += 1
  return word.slice(start, end)
}

function kindOf(word: string): FactKind | null {
  if (word.length < 3 || word.length > LONGEST_FACT) return null
  if (/^https?:\/\/[^/]/.test(word)) return 'url'
  if (/^[\w.+-]{1,64}@[\w-]{1,64}(\.[\w-]{1,64})+$/.test(word)) return 'e-mail'
  if (/^\d{4}-\d{2}-\d{2}/.test(word) || /^\d{1,2}:\d{2}(:\d{2})?$/.test(word)) return 'date'
  if (/[/\\]/.test(word)) return isPath(word) ? 'path' : null
  if (/\d/.test(word)) return ofDigits(word)
  return isIdentifier(word) ? 'name' : null
}

/** With slashes, or with backslashes behind a drive: elsewhere a backslash escapes a sign of Markdown. */
function isPath(word: string): boolean {
  if (!/[A-Za-z]{2}/.test(word)) return false
  return /^(~|\.{1,2})?\/?[\w.@+-]+(\/[\w.@+-]+)+\/?$/.test(word) || /^[A-Za-z]:(\\[\w.@+-]+)+$/.test(word)
}

function ofDigits(word: string): FactKind | null {
  const digits = word.replace(/\D/g, '').length
  if (/^[$€£+-]?\d[\d,._]*%?$/.test(word)) return digits >= 3 ? 'number' : null
  if (/^[\w.:@+-]+$/.test(word) && /[A-Za-z]/.test(word)) return digits >= 2 || /[_-]/.test(word) ? 'id' : null
  return digits >= 3 ? 'number' : null
}

/** Words that code is made of: `camelCase`, `snake_case`, `kebab-case.ts`, `some.name`, `CONSTANT`. */
function isIdentifier(word: string): boolean {
  if (!/^[A-Za-z_$][\w$.:-]*$/.test(word)) return false
  return /[a-z][A-Z]|[A-Za-z]_[A-Za-z]|[A-Za-z]{2}\.[A-Za-z]{2}/.test(word)
}

const LIST_MARK = /^(?:[-*>] +)+/
const RULE_WORDS = /\b(must|never|always)\b/i

/** Sentences that say what must, must never or must always be done. */
function* rulesIn(text: string): Generator<string> {
  if (!RULE_WORDS.test(text)) return
  for (const line of text.split('\n')) {
    if (!RULE_WORDS.test(line)) continue
    for (const sentence of line.split(/(?<=[.!?])\s+(?=[\p{Lu}\d"“])/u)) {
      const rule = sentence.trim().replace(LIST_MARK, '')
      if (rule.length <= LONGEST_RULE && RULE_WORDS.test(rule) && !rule.endsWith('…')) yield rule
    }
  }
}

/** The likeliest to be used again first; of equal ones, the latest. */
export function rankedFacts(sources: readonly FactSource[]): readonly Fact[] {
  const scored = factsOf(sources).map(fact => ({ fact, score: scoreOf(fact, sources.length) }))
  return scored.sort((one, other) => other.score - one.score || other.fact.last - one.fact.last).map(({ fact }) => fact)
}

/** A rule of the user outweighs everything. */
const RULE = 1000

/** Later work repeats paths and ids, and computes most figures again. */
const WORTH: Partial<Record<FactKind, number>> = { path: 2, id: 2, number: -1, date: -1 }

/** The weights are those that keep most of what a recorded coding session uses later (`npm run bench economy`). */
function scoreOf({ kind, from, uses, count, last }: Fact, messages: number): number {
  const rule = kind === 'rule' ? (from === 'user' ? RULE : 4) : 0
  const recency = messages <= 1 ? 1 : last / (messages - 1)
  const worth = rule + (WORTH[kind] ?? 0)
  return worth + 6 * Math.min(uses, 5) + (from === 'results' ? 0 : 2) + Math.log2(count) + 6 * recency ** 2
}
