import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type AnyCommand, COMMANDS, READS } from '../index.ts'
import { toOpenApi } from './to-open-api.ts'

describe('the documents of the API', () => {
  it('OpenAPI has one operation for each command, each read, the event stream, files and dumps', () => {
    const { paths } = toOpenApi('1.2.3')
    const operations = Object.values({
      ...z.parse(z.record(z.string(), z.record(z.string(), z.looseObject({}))), paths),
    })
      .flatMap(path => Object.values(path))
      .map(operation => operation.operationId)
    expect(operations.toSorted()).toEqual(
      [...Object.keys(COMMANDS), ...Object.keys(READS), 'events', 'upload', 'download', 'dump'].toSorted(),
    )
  })
})

describe('each command', () => {
  it.each(Object.entries<AnyCommand>(COMMANDS))('%s takes its example and stores its answer', (_, command) => {
    expect(z.parse(command.input, command.example.input)).toEqual(command.example.input)
    expect(z.parse(command.answer, command.example.answer)).toEqual(command.example.answer)
  })

  it('has a stored name of its own: two with one name would answer each other', () => {
    const names = Object.values<AnyCommand>(COMMANDS).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })
})
