import { describe, expect, it } from 'vitest'
import { isTextType } from './is-text-type.ts'

describe('isTextType', () => {
  it('[P4] knows text by its type, whatever stands before or behind it', () => {
    const types = [
      'text/plain; charset=utf-8',
      'TEXT/HTML',
      'application/json',
      'application/ld+json',
      'image/svg+xml',
      'application/x-yaml',
      'application/x-sh',
    ]
    expect(types.filter(type => !isTextType(type))).toEqual([])
  })

  it('[P4] takes nothing else for text', () => {
    const types = [
      'image/png',
      'application/pdf',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/octet-stream; name=a+json',
      '',
    ]
    expect(types.filter(isTextType)).toEqual([])
  })
})
