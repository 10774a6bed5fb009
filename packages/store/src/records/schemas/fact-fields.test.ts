import type { PlainFact } from '@stet/history'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { factFields } from './codec.ts'

const rest = { fork: 'blank', listed: false } as const
const declared = {
  muted: { kind: 'switch', blank: false, ...rest },
  priority: { kind: 'number', blank: null, ...rest },
  note: { kind: 'text', blank: null, ...rest },
  labels: { kind: 'texts', blank: [], ...rest },
  colour: { kind: 'choice', choices: ['red', 'blue'], blank: 'blue', ...rest },
} as const satisfies { readonly [name: string]: PlainFact }

const facts = z.object(factFields(declared))

it('[S7] a row that lacks plain facts reads as if they had not been set', () => {
  const blank = { muted: false, priority: null, note: null, labels: [], colour: 'blue' }
  expect(z.parse(facts, {})).toEqual(blank)
})

it('[S7] plain facts are read as they were stored, and nothing else is taken for one', () => {
  const stored = { muted: true, priority: 3, note: 'For Thursday', labels: ['a', 'b'], colour: 'red' }
  expect(z.parse(facts, stored)).toEqual(stored)
  const others = { muted: null, priority: '3', note: 3, labels: [1], colour: 'green' }
  for (const [name, value] of Object.entries(others)) {
    expect([name, z.safeParse(facts, { ...stored, [name]: value }).success]).toEqual([name, false])
  }
})
