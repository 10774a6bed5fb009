import type { ToolChoice } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { firstSentence, policyIn, withChoice, withOption, withoutChoice, withPolicy } from './tool-choice.ts'

const own: ToolChoice = { name: 'memory', policy: null, options: {} }
const other: ToolChoice = { name: 'todo', policy: 'deny', options: {} }

describe('the tools of a chat', () => {
  it('[T1] are switched on behind the others, and changed where they are', () => {
    expect(withChoice([other], own)).toEqual([other, own])
    const changed: ToolChoice = { ...other, policy: 'auto' }
    expect(withChoice([other, own], changed)).toEqual([changed, own])
    expect(withoutChoice([other, own], 'todo')).toEqual([own])
  })

  it('[T1] keep of a policy only what differs from the tool’s own', () => {
    const tool = { policy: 'confirm', alwaysConfirm: false } as const
    expect(withPolicy(tool, own, 'auto')).toEqual({ ...own, policy: 'auto' })
    expect(withPolicy(tool, { ...own, policy: 'auto' }, 'confirm')).toEqual(own)
    expect(policyIn(tool, own)).toBe('confirm')
  })

  it('[R6] never run by themselves where every call has to be seen', () => {
    expect(policyIn({ policy: 'confirm', alwaysConfirm: true }, { policy: 'auto' })).toBe('confirm')
  })

  it('[T1] keep options, and forget one that is taken back', () => {
    const set = withOption(own, 'deep', true)
    expect(set).toEqual({ ...own, options: { deep: true } })
    expect(withOption(set, 'deep', null)).toEqual(own)
  })
})

describe('firstSentence', () => {
  it('ends where a sentence does, and not within a word', () => {
    expect(firstSentence('Reads v1.5 files.\nThen more. And more.')).toBe('Reads v1.5 files.')
    expect(firstSentence('no end')).toBe('no end')
  })
})
