import { expect, it } from 'vitest'
import { expandTemplate, variablesIn } from './expand-template.ts'

const values = { path: 'a b/ä.md', id: '7', 'x.y': '1', empty: '' }

it.each([
  ['file:///{path}', 'file:///a%20b%2F%C3%A4.md'],
  ['file:///{+path}', 'file:///a%20b/%C3%A4.md'],
  ['page{#id}', 'page#7'],
  ['notes{/id,path}', 'notes/7/a%20b%2F%C3%A4.md'],
  ['notes{.id}', 'notes.7'],
  ['notes{;id}', 'notes;id=7'],
  ['search{?id,x.y}{&path}', 'search?id=7&x.y=1&path=a%20b%2F%C3%A4.md'],
  ['search{?empty,missing}', 'search'],
  ['plain', 'plain'],
  ['constructor/{constructor}', 'constructor/'],
])('[T10] the template %s with values is %s', (template, address) => {
  expect(expandTemplate(template, values)).toBe(address)
})

it('[T10] the variables of a template are named once, in order', () => {
  expect(variablesIn('a/{one}/{+two*}{?three:3,one}')).toEqual(['one', 'two', 'three'])
})
