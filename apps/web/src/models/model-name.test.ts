import type { ModelList } from '@stet/api/client'
import { expect, it } from 'vitest'
import { distinctNames } from './model-name.ts'

const list = {
  providers: [
    { id: 'near', name: 'Near' },
    { id: 'far', name: 'Far' },
  ],
  models: [
    { facts: { definition: 'near', model: 'quill', name: 'Quill' } },
    { facts: { definition: 'far', model: 'quill', name: 'Quill' } },
    { facts: { definition: 'far', model: 'nib', name: 'Nib' } },
  ],
} as unknown as ModelList

it('[U4] models of two providers with one name say which is whose, and others only their name', () => {
  const choices = [
    { definition: 'near', model: 'quill' },
    { definition: 'far', model: 'quill' },
    { definition: 'far', model: 'nib' },
  ]
  expect(choices.map(distinctNames(list, choices))).toEqual(['Quill · Near', 'Quill · Far', 'Nib'])
  expect(choices.slice(1).map(distinctNames(list, choices.slice(1)))).toEqual(['Quill', 'Nib'])
})

it('[U4] a provider that is gone, or has the name of another, is named by its id', () => {
  const choices = [
    { definition: 'far', model: 'quill' },
    { definition: 'prv_old', model: 'Quill' },
  ]
  expect(choices.map(distinctNames(list, choices))).toEqual(['Quill · Far', 'Quill · prv_old'])
  const twins = { ...list, providers: list.providers.map(each => ({ ...each, name: 'Near' })) }
  const both = ['near', 'far'].map(definition => ({ definition, model: 'quill' }))
  expect(both.map(distinctNames(twins, both))).toEqual(['Quill · near', 'Quill · far'])
})
