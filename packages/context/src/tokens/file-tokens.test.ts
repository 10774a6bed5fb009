import type { FilePart } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { fileTokens } from './file-tokens.ts'

function file(mediaType: string, size: number): FilePart {
  return { kind: 'file', blob: '0'.repeat(64), name: 'file', mediaType, size }
}

describe('fileTokens', () => {
  it('[C15] takes every image for one of the largest that providers read', () => {
    expect([fileTokens(file('image/png', 900)), fileTokens(file('image/jpeg', 4_000_000))]).toEqual([1600, 1600])
  })

  it.each([
    ['text/plain', 1000],
    ['application/json', 1000],
    ['application/ld+json', 1000],
    ['application/pdf', 200],
    ['application/octet-stream', 200],
    ['audio/mpeg', 8],
    ['video/mp4', 5],
  ])('[C15] takes %s by its size', (mediaType, tokens) => {
    expect(fileTokens(file(mediaType, 4000))).toBe(tokens)
  })

  it('[C15] takes no file for nothing', () => {
    expect(fileTokens(file('text/plain', 0))).toBe(1)
  })
})
