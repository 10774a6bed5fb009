import type { Json } from '@stet/history'
import * as z from 'zod/mini'
import type { AnyCommand, AnyRead } from '../definition.ts'
import { idNames } from '../definition.ts'
import { PATH_IDS } from '../ids.ts'
import { COMMANDS, DUMP, EVENTS, FILES, READS } from '../index.ts'
import { LONGEST_KEY } from '../limits.ts'

type Fields = { readonly [name: string]: Json }

/** The API as an OpenAPI 3.1 document. Large answers are named only: their types are those of `@stet/api/client`. */
export function toOpenApi(version: string): Fields {
  const paths: Record<string, Record<string, Json>> = {}
  const add = (method: string, path: string, operation: Fields) => {
    const at = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[at] = { ...paths[at], [method.toLowerCase()]: operation }
  }
  for (const [name, command] of Object.entries<AnyCommand>(COMMANDS)) {
    add(command.method, command.path, toCommandOperation(name, command))
  }
  for (const [name, read] of Object.entries<AnyRead>(READS)) add(read.method, read.path, toReadOperation(name, read))
  add(EVENTS.method, EVENTS.path, {
    operationId: 'events',
    summary: EVENTS.help,
    parameters: queryParameters(EVENTS.query),
    responses: { 200: { description: 'ChatEvent', content: { 'text/event-stream': {} } }, default: PROBLEM },
  })
  add(DUMP.method, DUMP.path, {
    operationId: 'dump',
    summary: DUMP.help,
    parameters: pathParameters(DUMP.path),
    responses: { 200: { description: 'A JSON document', content: { 'application/json': {} } }, default: PROBLEM },
  })
  add(FILES.upload.method, FILES.upload.path, {
    operationId: 'upload',
    summary: FILES.upload.help,
    parameters: [{ name: 'X-File-Name', in: 'header', required: true, schema: { type: 'string' } }],
    requestBody: { required: true, content: { 'application/octet-stream': {} } },
    responses: {
      201: { description: FILES.upload.answers, content: { 'application/json': {} } },
      default: PROBLEM,
    },
  })
  add(FILES.download.method, FILES.download.path, {
    operationId: 'download',
    summary: FILES.download.help,
    parameters: [...pathParameters(FILES.download.path), ...queryParameters(FILES.download.query)],
    responses: {
      200: { description: 'The whole file', content: { 'application/octet-stream': {} } },
      206: { description: 'The range that was asked for', content: { 'application/octet-stream': {} } },
      default: PROBLEM,
    },
  })
  return { openapi: '3.1.0', info: { title: 'Stet', version }, paths }
}

function toCommandOperation(operationId: string, command: AnyCommand): Fields {
  const { help: summary, path, input, status, shows, silent, answer, example } = command
  const answered = silent
    ? {}
    : { content: { 'application/json': shows === null ? { schema: toJsonSchema(answer) } : {} } }
  return {
    operationId,
    summary,
    parameters: [...pathParameters(path), KEY],
    requestBody: toBody(input, example.input),
    responses: { [status]: { description: shows ?? operationId, ...answered }, default: PROBLEM },
  }
}

function toReadOperation(
  operationId: string,
  { help: summary, path, query, input, answers, example }: AnyRead,
): Fields {
  return {
    operationId,
    summary,
    parameters: [...pathParameters(path), ...(query === null ? [] : queryParameters(query))],
    ...(input === null ? {} : { requestBody: toBody(input, example.input) }),
    responses: { 200: { description: answers, content: { 'application/json': {} } }, default: PROBLEM },
  }
}

const KEY: Fields = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'A repeated command with the same key runs once.',
  schema: { type: 'string', minLength: 1, maxLength: LONGEST_KEY },
}

const PROBLEM: Fields = {
  description: 'A problem',
  content: {
    'application/problem+json': {
      schema: {
        type: 'object',
        required: ['type', 'title', 'status', 'code', 'detail', 'retryable'],
        properties: {
          type: { type: 'string' },
          title: { type: 'string' },
          status: { type: 'integer' },
          code: { type: 'string' },
          detail: { type: 'string' },
          retryable: { type: 'boolean' },
          field: { type: 'string' },
        },
      },
    },
  },
}

function toBody(input: z.ZodMiniType, example: unknown): Fields {
  return { required: true, content: { 'application/json': { schema: toJsonSchema(input), example: plain(example) } } }
}

function pathParameters(path: string): readonly Fields[] {
  const schemas = new Map<string, z.ZodMiniType>(Object.entries(PATH_IDS))
  return idNames(path).map(name => {
    const schema = schemas.get(name)
    if (schema === undefined) throw new Error(`${path} names ${name}, which is no id`)
    return { name, in: 'path', required: true, schema: toJsonSchema(schema) }
  })
}

function queryParameters(query: z.ZodMiniType): readonly Fields[] {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input' })
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: plain(schema),
  }))
}

function toJsonSchema(schema: z.ZodMiniType): Json {
  return plain(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
}

function plain(value: unknown): Json {
  return JSON.parse(JSON.stringify(value))
}
