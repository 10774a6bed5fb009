import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

function tokensOf(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`)
  const block = css.slice(start, css.indexOf('}', start))
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(match => [match[1], match[2]]))
}

function luminance(hex: string): number {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['paper', 'desk', 'raised', 'wash', 'said', 'accent-wash', 'red-wash', 'code']
const inks = ['ink', 'ink-soft', 'ink-faint']
const textPairs = [
  ...grounds.flatMap(ground => inks.map(ink => [ink, ground])),
  ...['paper', 'desk', 'raised', 'wash', 'accent-wash', 'code'].map(ground => ['accent', ground]),
  ...['paper', 'desk', 'raised', 'red-wash'].map(ground => ['red', ground]),
  ...['keyword', 'string', 'constant', 'function', 'comment'].map(kind => [`code-${kind}`, 'code']),
  ['on-accent', 'accent'],
] as [string, string][]
const shapePairs = ['paper', 'desk', 'raised'].flatMap(ground => [
  ['line-strong', ground],
  ['accent', ground],
  ...['1', '2', '3', '4', '5', '6', 'rest'].map(series => [`plot-${series}`, ground]),
]) as [string, string][]

const themes = { light: tokensOf(':root'), dark: tokensOf(':root[data-theme="dark"]') }

describe.each(Object.entries(themes))('the %s theme', (_, tokens) => {
  const ratio = ([one, other]: [string, string]): number => {
    const [a, b] = [tokens[one], tokens[other]]
    if (!(a && b)) throw new Error(`no token ${one} or ${other}`)
    return contrast(a, b)
  }

  it('[V1] gives every text at least 4.5 to 1 on every background it is used on', () => {
    expect(textPairs.filter(pair => ratio(pair) < 4.5).map(pair => [...pair, ratio(pair)])).toEqual([])
  })

  it('[V1] sets the row that is chosen in a menu, list or palette apart from the others', () => {
    expect(ratio(['wash', 'raised'])).toBeGreaterThanOrEqual(1.2)
  })

  it('[V1] gives every control outline, focus ring and series of a plot at least 3 to 1', () => {
    expect(shapePairs.filter(pair => ratio(pair) < 3).map(pair => [...pair, ratio(pair)])).toEqual([])
  })
})

describe('contrast', () => {
  it('is 21 for black on white and 1 for a colour on itself', () => {
    expect([contrast('#000000', '#ffffff'), contrast('#1c56a8', '#1c56a8')]).toEqual([21, 1])
  })
})
