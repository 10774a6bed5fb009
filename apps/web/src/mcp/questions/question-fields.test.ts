import { expect, it } from 'vitest'
import { fieldsOf, toContent, troubleOf } from './question-fields.ts'

const schema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', title: 'Your name', description: 'As in your passport.' },
    age: { type: 'integer', default: 30 },
    verified: { type: 'boolean', default: true },
    status: { type: 'string', enum: ['on', 'off'], enumNames: ['On', 'Off'], default: 'on' },
    colours: { type: 'array', items: { anyOf: [{ const: 'r', title: 'Red' }] }, default: ['r'] },
  },
} as const

it('[T10] a form that a server asks for has a field for each kind, with its default', () => {
  const fields = fieldsOf({ schema })
  expect(fields.map(({ name, kind, label, first }) => [name, kind, label, first])).toEqual([
    ['name', 'text', 'Your name', ''],
    ['age', 'integer', 'age', '30'],
    ['verified', 'switch', 'verified', true],
    ['status', 'choice', 'status', 'on'],
    ['colours', 'choices', 'colours', ['r']],
  ])
  expect(fields.map(({ options }) => options.map(({ label }) => label))).toEqual([[], [], [], ['On', 'Off'], ['Red']])
})

it('[T10] defaults are sent, empty fields are not, and a needed or wrong one holds the form back', () => {
  const fields = fieldsOf({ schema })
  expect(toContent(fields, {})).toBeNull()
  expect(toContent(fields, { name: 'Ada' })).toEqual({
    name: 'Ada',
    age: 30,
    verified: true,
    status: 'on',
    colours: ['r'],
  })
  expect(toContent(fields, { name: 'Ada', age: '', status: '' })).toEqual({
    name: 'Ada',
    verified: true,
    colours: ['r'],
  })
  expect(toContent(fields, { name: 'Ada', age: '1.5' })).toBeNull()
})

const limited = fieldsOf({
  schema: {
    type: 'object',
    properties: {
      count: { type: 'integer', minimum: 1, maximum: 100 },
      code: { type: 'string', minLength: 2, maxLength: 4 },
      email: { type: 'string', format: 'email' },
      page: { type: 'string', format: 'uri' },
      day: { type: 'string', format: 'date' },
      moment: { type: 'string', format: 'date-time' },
      colour: { type: 'string', format: 'colour' },
      friends: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', enum: ['a', 'b', 'c'] } },
    },
  },
})

it.each<[name: string, value: string | readonly string[], because: string | null]>([
  ['count', '0', 'Enter 1 or more.'],
  ['count', '101', 'Enter 100 or less.'],
  ['count', '1.5', 'Enter a whole number.'],
  ['count', 'many', 'Enter a number.'],
  ['count', '100', null],
  ['code', 'a', 'Enter at least 2 characters.'],
  ['code', 'abcde', 'Enter at most 4 characters.'],
  ['code', 'abcd', null],
  ['email', 'ada', 'Enter an email address.'],
  ['email', 'ada@harbour.example', null],
  ['page', 'harbour', 'Enter an address such as https://example.org.'],
  ['page', 'https://harbour.example', null],
  ['day', '2026-02-30', 'Enter a date such as 2026-01-31.'],
  ['day', '2026-02-28', null],
  ['moment', '2026-02-28', 'Enter a date and a time such as 2026-01-31T12:00:00Z.'],
  ['moment', '2026-02-28T12:00:00Z', null],
  ['colour', 'any', null],
  ['friends', ['a', 'b', 'c'], 'Choose at most 2.'],
  ['friends', ['a', 'b'], null],
])('[T10] the field %s with %j says %j before the server refuses it', (name, value, because) => {
  const field = limited.find(each => each.name === name)
  if (field === undefined) throw new Error(`there is no field ${name}`)
  expect(troubleOf(field, value)).toBe(because)
  expect(toContent(limited, { [name]: value })).toEqual(
    because === null ? { [name]: name === 'count' ? Number(value) : value } : null,
  )
})
