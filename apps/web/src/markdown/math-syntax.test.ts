import katex from 'katex'
import type { Nodes } from 'mdast'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { describe, expect, it } from 'vitest'
import { formulaParser } from './formula-parser.ts'
import { mathSyntax } from './math-syntax.ts'

const parses = formulaParser(katex)

function formulas(markdown: string): string[] {
  const found: string[] = []
  const visit = (node: Nodes): void => {
    if (node.type === 'math') found.push(`${node.data.hProperties.dataMath}: ${node.data.hChildren[0].value}`)
    if ('children' in node) node.children.forEach(visit)
  }
  visit(unified().use(remarkParse).use(mathSyntax(parses)).parse(markdown))
  return found
}

describe('mathematics in Markdown', () => {
  it('[V2] tries the next dollar sign where the first holds an amount', () => {
    expect([formulas('$1.5, $(x^2)$'), formulas('$20 for $\\frac{1}{4}$')]).toEqual([
      ['inline: (x^2)'],
      ['inline: \\frac{1}{4}'],
    ])
  })

  it('[V2] reads nothing into amounts of money and plain words', () => {
    expect(['$5 and $10', 'costs $20', '$x-y$ and $one-two$', '$$', '$ $', 'a$b$$c'].map(formulas)).toEqual([
      [],
      [],
      [],
      [],
      [],
      ['inline: b'],
    ])
  })

  it('[V2] takes one character, and a minus that is one', () => {
    expect(['$x$', '$x - y$', '$-1$', '$n-1$', '$α$', '$𝒳$'].map(formulas)).toEqual([
      ['inline: x'],
      ['inline: x - y'],
      ['inline: -1'],
      ['inline: n-1'],
      ['inline: α'],
      ['inline: 𝒳'],
    ])
  })

  it('[V2] keeps emphasis and escapes out of a formula', () => {
    expect(formulas('$a_1 * b_1 * c_2$ and $\\{x\\}$ and $[a](b)$')).toEqual([
      'inline: a_1 * b_1 * c_2',
      'inline: \\{x\\}',
      'inline: [a](b)',
    ])
  })

  it('[V2] stays on one line with one dollar sign and spans several with two', () => {
    expect([formulas('$a =\nb$'), formulas('so $$a =\nb$$ then'), formulas('> $$a\n> = b$$')]).toEqual([
      [],
      ['display: a =\nb'],
      ['display: a\n= b'],
    ])
  })

  it('[V2] takes no dollar sign before a digit for an end', () => {
    expect([formulas('$5/month or $50/year'), formulas('$x^2$1')]).toEqual([[], []])
  })

  it('[V2] reads what is between backslash and bracket, on one line or several', () => {
    expect([
      formulas('so \\(x^2\\) and \\(n\\)'),
      formulas('\\[a =\nb\\]'),
      formulas('\\(\\frac{1\\) and \\(y\\)'),
      formulas('`\\(x\\)` and \\( `a` \\)'),
      formulas('\\[a\\](b) and \\(\\)'),
    ]).toEqual([['inline: x^2', 'inline: n'], ['display: a =\nb'], ['inline: y'], [], ['display: a']])
  })

  it('[V2] never looks into code and takes no backtick', () => {
    expect(['`$x^2$`', '```\n$x^2$\n```', '    $x^2$', '$a `b` + c$', '- a\n\n      $x^2$'].map(formulas)).toEqual([
      [],
      [],
      [],
      [],
      [],
    ])
  })

  it('[V2] takes an escaped dollar sign as a character', () => {
    expect([formulas('\\$x^2$'), formulas('$x^2\\$'), formulas('$x = 5\\$$')]).toEqual([[], [], ['inline: x = 5\\$']])
  })

  it('[V2] [FU-5] leaves what does not parse unchanged and continues after it', () => {
    expect([formulas('$\\frac{1$ and $x^2$'), formulas('$$\\begin{a}$$ and $x^2$'), formulas('$$x^2$')]).toEqual([
      ['inline: x^2'],
      ['inline: x^2'],
      ['inline: x^2'],
    ])
  })

  it('[FU-5] refuses a macro that expands without end', () => {
    expect(formulas('$\\def\\a{\\a\\a}\\a$ and $\\def\\a#1{#1#1#1#1}\\a{\\a{\\a{\\a{\\a{\\a{x}}}}}}$')).toEqual([])
  })

  it('[FU-5] is done at once with ten thousand dollar signs', () => {
    expect(formulas('$'.repeat(10_000))).toEqual([])
    expect(formulas('$a '.repeat(10_000))).toEqual([])
  })
})
