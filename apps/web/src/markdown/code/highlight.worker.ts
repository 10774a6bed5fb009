import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore, type LanguageInput } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import type { CodeInk, CodeLine, HighlightReply, HighlightRequest } from './code-ink.ts'
import type { Language } from './code-language.ts'

const theme = createCssVariablesTheme({ name: 'stet', variablePrefix: '--', fontStyle: false })

const inks: Readonly<Record<string, CodeInk>> = {
  'var(--token-keyword)': 'keyword',
  'var(--token-string)': 'string',
  'var(--token-string-expression)': 'string',
  'var(--token-constant)': 'constant',
  'var(--token-function)': 'function',
  'var(--token-comment)': 'comment',
  'var(--token-link)': 'string',
}

// Shiki's own limit of half a second a line leaves lines without their colours on a busy machine. Here only the worker waits.
const LINE_MS = 10_000

let highlighter: Promise<HighlighterCore> | undefined

addEventListener('message', (message: MessageEvent<HighlightRequest>) => {
  void highlight(message.data).then(reply => postMessage(reply), reportError)
})

async function highlight({ id, code, language }: HighlightRequest): Promise<HighlightReply> {
  highlighter ??= createHighlighterCore({ themes: [theme], langs: [], engine: createJavaScriptRegexEngine() })
  const core = await highlighter
  await core.loadLanguage(loadLanguage[language])
  const options = { lang: language, theme: 'stet', tokenizeTimeLimit: LINE_MS }
  return { id, lines: core.codeToTokensBase(code, options).map(toLine) }
}

function toLine(tokens: readonly { content: string; color?: string }[]): CodeLine {
  const pieces: { text: string; ink: CodeInk }[] = []
  for (const token of tokens) {
    const ink = inks[token.color ?? ''] ?? null
    const last = pieces.at(-1)
    if (last && last.ink === ink) last.text += token.content
    else pieces.push({ text: token.content, ink })
  }
  return pieces
}

const loadLanguage: Readonly<Record<Language, LanguageInput>> = {
  bash: () => import('shiki/langs/bash.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  jsx: () => import('shiki/langs/jsx.mjs'),
  markdown: () => import('shiki/langs/markdown.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  xml: () => import('shiki/langs/xml.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
}
