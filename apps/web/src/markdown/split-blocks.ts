import { Lexer, Marked, type Token, type TokenizerExtension } from 'marked'
import { beginningOf } from './beginning-of.ts'
import { looksLikeMath } from './looks-like-math.ts'

/** A top-level block of a Markdown text, cut so that one that no longer changes need not be read again while text streams in. */
export type Block =
  | {
      readonly kind: 'markdown'
      readonly source: string
      /** What must be before it to be read right: the header of the table it continues. */
      readonly before: string
      /** What must be after it: the links it refers to. */
      readonly after: string
    }
  | { readonly kind: 'code'; readonly source: string; readonly code: string; readonly language: string | null }
  | { readonly kind: 'math'; readonly source: string; readonly tex: string }
  | {
      readonly kind: 'details'
      readonly source: string
      readonly summary: string
      readonly body: string
      /** Whether it begins unfolded: as written, or because it has no end and would hide the rest of the text. */
      readonly open: boolean
    }
  | { readonly kind: 'plain'; readonly source: string }
  | { readonly kind: 'space'; readonly source: string }

const DEEPEST = 32
const LONGEST_MARKED_UP = 20_000
const LONGEST_WORD = /\S{2000}/
const MOST_BRACKETS = 1_000
export const ROWS_AT_ONCE = 50
const PLAIN_AT_ONCE = 5_000
const MOST_DEFINITIONS = 200
/** Later text can still join a list or a quotation to what precedes it across a blank line. */
const UNSETTLED = 4

const CONTAINERS = new RegExp(`^(?:[ \\t]{0,3}(?:>|[-*+][ \\t]|\\d{1,9}[.)][ \\t])[ \\t]?){${DEEPEST}}`, 'm')
const FOOTNOTE = /^\[\^[^\]\s]+\]:/m
const DEFINITION = /^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*\S+/m

const mathBlock: TokenizerExtension = {
  name: 'math',
  level: 'block',
  start: source => /^ {0,3}(?:\$\$|\\\[)/m.exec(source)?.index,
  tokenizer(source) {
    const bracketed = /^ {0,3}\\\[([\s\S]+?)\\\][ \t]*(?:\n+|$)/.exec(source)
    if (bracketed?.[1] !== undefined && !bracketed[1].includes('`')) {
      return { type: 'math', raw: bracketed[0], tex: bracketed[1].trim() }
    }
    const match = /^ {0,3}\$\$((?:\\[\s\S]|[^$\\]|\$(?!\$))+?)\$\$[ \t]*(?:\n+|$)/.exec(source)
    return match?.[1] !== undefined && looksLikeMath(match[1])
      ? { type: 'math', raw: match[0], tex: match[1].trim() }
      : undefined
  },
}

const MOST_DETAILS = 50
const DETAILS = /^ {0,3}<details(\s+open)?\s*>/i

const detailsBlock: TokenizerExtension = {
  name: 'details',
  level: 'block',
  start: source => /^ {0,3}<details[\s>]/im.exec(source)?.index,
  tokenizer(source) {
    const opening = DETAILS.exec(source)
    if (opening === null) return undefined
    const end = endOfDetails(source)
    const raw = source.slice(0, end ?? source.length)
    const inner = raw.slice(opening[0].length).replace(end === null ? '' : /<\/details\s*>\s*$/i, '')
    const [whole = '', summary = ''] = /^\s*<summary\s*>([\s\S]*?)<\/summary\s*>/i.exec(inner) ?? []
    const isOpen = opening[1] !== undefined || end === null
    return { type: 'details', raw, summary: summary.trim(), body: inner.slice(whole.length).trim(), isOpen }
  },
}

/** Behind the end of the first element and the blank lines after it; null where it has no end, or holds more of its kind than anyone reads. */
function endOfDetails(source: string): number | null {
  let depth = 0
  for (const { 0: tag, index } of source.matchAll(/<(\/?)details(?:\s+open)?\s*>/gi)) {
    depth += tag.startsWith('</') ? -1 : 1
    if (depth > MOST_DETAILS) return null
    if (depth === 0) return index + tag.length + (/^[ \t]*\n*/.exec(source.slice(index + tag.length))?.[0].length ?? 0)
  }
  return null
}

const plain = new Marked({ gfm: true })
const withDetails = new Marked({ gfm: true }, { extensions: [detailsBlock] })
const withMath = new Marked({ gfm: true }, { extensions: [detailsBlock, mathBlock] })

export function splitBlocks(text: string): readonly Block[] {
  if (CONTAINERS.test(text)) return splitDeep(text)
  if (FOOTNOTE.test(text) && text.length <= LONGEST_MARKED_UP) return [markdown(text)]
  const blocks = tokensOf(text).flatMap(toBlocks)
  return DEFINITION.test(text) ? withDefinitions(blocks, text) : blocks
}

/** The blocks of a text that grew: everything but the last few of the earlier ones is taken over as it is. */
export function growBlocks(earlier: readonly Block[], earlierText: string, text: string): readonly Block[] {
  const kept = settledBlocks(earlier)
  const grew = text.startsWith(earlierText) && kept.length > 0 && !text.includes('\r')
  if (!grew || FOOTNOTE.test(text) || DEFINITION.test(text) || CONTAINERS.test(text)) return splitBlocks(text)
  const settled = kept.reduce((length, block) => length + block.source.length, 0)
  return [...kept, ...splitBlocks(text.slice(settled))]
}

function settledBlocks(blocks: readonly Block[]): readonly Block[] {
  let end = Math.max(0, blocks.length - UNSETTLED)
  // The rest of a table cannot be read without its header.
  while (end > 0 && isContinued(blocks[end])) end -= 1
  return blocks.slice(0, end)
}

function isContinued(block: Block | undefined): boolean {
  return block?.kind === 'markdown' && block.before !== ''
}

function tokensOf(text: string): Token[] {
  // Looking for mathematics or details searches the rest of the text at every paragraph: not where there is none.
  const { defaults } = /\$\$|\\\[/.test(text) ? withMath : /<details/i.test(text) ? withDetails : plain
  return new Lexer(defaults).blockTokens(text.replace(/\r\n?/g, '\n'), [])
}

function toBlocks(token: Token): Block[] {
  const source = token.raw
  if (token.type === 'space') return [{ kind: 'space', source }]
  if (token.type === 'details') {
    const [summary, body] = [token.summary as string, token.body as string]
    // One inside the other until nobody can unfold them: the parser and the page would go that deep too.
    const nested = source.match(/<details/gi)?.length ?? 0
    return nested > MOST_DETAILS
      ? splitPlain(source)
      : [{ kind: 'details', source, summary, body, open: token.isOpen as boolean }]
  }
  if (token.type === 'math') return [{ kind: 'math', source, tex: token.tex as string }]
  if (token.type === 'code' && token.codeBlockStyle !== 'indented') {
    return [{ kind: 'code', source, code: token.text as string, language: languageOf(token.lang) }]
  }
  if (token.type === 'table') return splitTable(source)
  return isTooMuch(source) ? splitPlain(source) : [markdown(source)]
}

function markdown(source: string, before = '', after = ''): Block {
  return { kind: 'markdown', source, before, after }
}

/** In pieces, because a paragraph is laid out as a whole, and one of a hundred thousand letters takes longer than a frame. */
function splitPlain(source: string): Block[] {
  const blocks: Block[] = []
  for (let rest = source; rest !== ''; ) {
    const piece = beginningOf(rest, PLAIN_AT_ONCE)
    blocks.push({ kind: 'plain', source: piece })
    rest = rest.slice(piece.length)
  }
  return blocks
}

/** A table of ten thousand rows is many tables with the same header: laying out one takes the page longer than reading it. */
function splitTable(source: string): Block[] {
  const lines = source.split(/(?<=\n)/)
  const header = lines.slice(0, 2).join('')
  const blocks = [markdown(lines.slice(0, 2 + ROWS_AT_ONCE).join(''))]
  for (let at = 2 + ROWS_AT_ONCE; at < lines.length; at += ROWS_AT_ONCE) {
    blocks.push(markdown(lines.slice(at, at + ROWS_AT_ONCE).join(''), header))
  }
  return blocks
}

function languageOf(info: unknown): string | null {
  return (typeof info === 'string' && info.trim().split(/\s+/)[0]) || null
}

/**
 * Emphasis, links and addresses are looked for in a time that grows with the square of their number or of a word's length: past any
 * real text it is shown plain.
 */
function isTooMuch(source: string): boolean {
  return (
    source.length > LONGEST_MARKED_UP ||
    LONGEST_WORD.test(source) ||
    (source.match(/[[*_~<]/g)?.length ?? 0) > MOST_BRACKETS
  )
}

/** A paragraph nested deeper than anyone reads would take the parser and the page down with it. */
function splitDeep(text: string): readonly Block[] {
  return text
    .split(/(?<=\n[ \t]*\n)/)
    .flatMap(piece => (CONTAINERS.test(piece) ? splitPlain(piece) : splitBlocks(piece)))
}

function withDefinitions(blocks: readonly Block[], text: string): readonly Block[] {
  const definitions = text.split('\n').filter(line => DEFINITION.test(line))
  const after = `\n\n${definitions.slice(0, MOST_DEFINITIONS).join('\n')}`
  return blocks.map(block => (block.kind === 'markdown' && block.source.includes('[') ? { ...block, after } : block))
}
