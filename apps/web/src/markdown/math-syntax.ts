import type { Extension as FromMarkdownExtension } from 'mdast-util-from-markdown'
import type { Code, Construct, Effects, Extension, State, Token } from 'micromark-util-types'
import type { Processor } from 'unified'
import { looksLikeMath } from './looks-like-math.ts'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    math: 'math'
    mathSequence: 'mathSequence'
    mathText: 'mathText'
  }
  interface Token {
    math?: Formula
  }
}

declare module 'mdast' {
  interface PhrasingContentMap {
    math: MathNode
  }
  interface RootContentMap {
    math: MathNode
  }
}

export type MathDisplay = 'inline' | 'display'

interface Formula {
  readonly tex: string
  readonly display: MathDisplay
}

interface MathNode {
  type: 'math'
  data: {
    hName: 'span'
    hProperties: { dataMath: MathDisplay }
    hChildren: [{ type: 'text'; value: string }]
  }
}

const DOLLAR = 36
const ROUND = 40
const SQUARE = 91
const BACKSLASH = 92
const BACKTICK = 96
const closingOf = new Map([
  [ROUND, 41],
  [SQUARE, 93],
])

/**
 * Mathematics as a construct of the Markdown text itself, so that code is never looked into and emphasis never cuts a formula.
 * `parses` has the last word; where it says no, the text stays text and the next dollar sign is tried.
 */
export function mathSyntax(parses: (tex: string, display: MathDisplay) => boolean): (this: Processor) => void {
  return function attach() {
    const data = this.data()
    data.micromarkExtensions = [...(data.micromarkExtensions ?? []), syntax(parses)]
    data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), toTree]
  }
}

function syntax(parses: (tex: string, display: MathDisplay) => boolean): Extension {
  const betweenDollars: Construct = { name: 'math', tokenize: tokenizeDollars }
  const betweenBrackets: Construct = { name: 'math', tokenize: tokenizeBrackets }
  return { text: { [DOLLAR]: betweenDollars, [BACKSLASH]: betweenBrackets } }

  /** `\\(…\\)` and `\\[…\\]`: nobody writes these by chance, so that parsing alone decides. */
  function tokenizeBrackets(effects: Effects, ok: State, nok: State): State {
    let closing = 0
    const text = readFormula(effects)
    let whole: Token

    return function start(code) {
      whole = effects.enter('math')
      effects.enter('mathSequence')
      effects.consume(code)
      return open
    }

    function open(code: Code): State | undefined {
      const close = code === null ? undefined : closingOf.get(code)
      if (close === undefined) return nok(code)
      closing = close
      effects.consume(code)
      effects.exit('mathSequence')
      return content
    }

    function content(code: Code): State | undefined {
      if (code === null || code === BACKTICK) return nok(code)
      if (isLineEnding(code)) {
        text.takeLineEnding(code)
        return content
      }
      text.take(code)
      return code === BACKSLASH ? escaped : content
    }

    function escaped(code: Code): State | undefined {
      if (code !== closing) {
        if (code === null || isLineEnding(code) || code === BACKTICK) return content(code)
        text.take(code)
        return content
      }
      const tex = text.tex().slice(0, -1)
      const display = closing === closingOf.get(SQUARE) ? 'display' : 'inline'
      if (tex.trim() === '' || !parses(tex, display)) return nok(code)
      effects.consume(code)
      text.leave()
      whole.math = { tex, display }
      effects.exit('math')
      return ok
    }
  }

  function tokenizeDollars(effects: Effects, ok: State, nok: State): State {
    let dollars = 0
    let closing = 0
    const text = readFormula(effects)
    let whole: Token

    return function start(code) {
      whole = effects.enter('math')
      effects.enter('mathSequence')
      return open(code)
    }

    function open(code: Code): State | undefined {
      if (code === DOLLAR && dollars < 2) {
        effects.consume(code)
        dollars += 1
        return open
      }
      effects.exit('mathSequence')
      return content(code)
    }

    function content(code: Code): State | undefined {
      if (code === null || code === BACKTICK) return nok(code)
      if (code === DOLLAR) return beforeClose(code)
      if (isLineEnding(code)) {
        if (dollars === 1) return nok(code)
        text.takeLineEnding(code)
        return content
      }
      text.take(code)
      return code === BACKSLASH ? escaped : content
    }

    function escaped(code: Code): State | undefined {
      if (code === null || isLineEnding(code) || code === BACKTICK) return content(code)
      text.take(code)
      return content
    }

    function beforeClose(code: Code): State | undefined {
      if (!looksLikeMath(text.tex())) return nok(code)
      text.leave()
      effects.enter('mathSequence')
      return close(code)
    }

    function close(code: Code): State | undefined {
      if (code === DOLLAR && closing < dollars) {
        effects.consume(code)
        closing += 1
        return close
      }
      if (closing < dollars) return nok(code)
      // An amount of money follows: `$5/month or $50/year`.
      if (dollars === 1 && code !== null && code >= 48 && code <= 57) return nok(code)
      const display = dollars === 2 ? 'display' : 'inline'
      const tex = text.tex()
      if (!parses(tex, display)) return nok(code)
      effects.exit('mathSequence')
      whole.math = { tex, display }
      effects.exit('math')
      return ok(code)
    }
  }
}

interface FormulaText {
  take(code: number): void
  takeLineEnding(code: number): void
  leave(): void
  tex(): string
}

/** Collects what is between the signs, with the tokens that micromark wants around text and line endings. */
function readFormula(effects: Effects): FormulaText {
  let tex = ''
  let inText = false

  function leave(): void {
    if (inText) effects.exit('mathText')
    inText = false
  }

  return {
    take(code) {
      if (!inText) effects.enter('mathText')
      inText = true
      effects.consume(code)
      tex += code < 0 ? ' ' : String.fromCharCode(code)
    },
    takeLineEnding(code) {
      leave()
      effects.enter('lineEnding')
      effects.consume(code)
      effects.exit('lineEnding')
      tex += '\n'
    },
    leave,
    tex: () => tex,
  }
}

/** Micromark's codes below -2 are the line endings, -2 and -1 a tab and the space it fills. */
function isLineEnding(code: number): boolean {
  return code < -2
}

const toTree: FromMarkdownExtension = {
  enter: {
    math(token) {
      if (!token.math) throw new Error('a math token was accepted without its formula')
      this.enter(
        {
          type: 'math',
          data: {
            hName: 'span',
            hProperties: { dataMath: token.math.display },
            hChildren: [{ type: 'text', value: token.math.tex }],
          },
        },
        token,
      )
    },
  },
  exit: {
    math(token) {
      this.exit(token)
    },
  },
}
