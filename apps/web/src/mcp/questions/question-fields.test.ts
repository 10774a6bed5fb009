import { expect, it } from 'vitest'
import { fieldsOf, toContent } from './question-fields.ts'

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
