import type { Json, ToolDeclaration } from '@stet/history'
import { isJsonList, isJsonObject, type JsonObject } from '../transport/json-field.ts'

/** What a protocol takes as the name of a tool. */
export interface NameRule {
  readonly pattern: RegExp
  readonly longest: number
}

/** The names of tools on the wire. A tool may have any name, since MCP servers choose theirs; providers refuse some of them. */
export interface ToolNames {
  /** The name on the wire, of a declared tool or of one that an earlier model called. */
  toWire(tool: string): string
  /** The tool's own name, by its name on the wire. */
  readonly originals: ReadonlyMap<string, string>
}

/** `reserved`: names of tools of the provider's own, which no other may have. */
export function createToolNames(
  tools: readonly Pick<ToolDeclaration, 'name'>[],
  rule: NameRule,
  reserved: readonly string[] = [],
): ToolNames {
  const taken = new Set(
    tools.map(({ name }) => name).filter(name => rule.pattern.test(name) && !reserved.includes(name)),
  )
  const wire = new Map<string, string>()
  for (const { name } of tools) {
    if (taken.has(name) || wire.has(name)) continue
    // The hash keeps two long names apart that begin alike, and is the same in every request.
    const mapped = `${plainName(name, rule.longest - 9)}_${hashOf(name)}`
    wire.set(name, mapped)
  }
  return {
    toWire: tool => wire.get(tool) ?? (rule.pattern.test(tool) ? tool : plainName(tool, rule.longest)),
    originals: new Map([...wire].map(([name, mapped]) => [mapped, name])),
  }
}

function plainName(tool: string, longest: number): string {
  const plain = tool.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, longest)
  return plain === '' ? 'unnamed' : /^[a-zA-Z_]/.test(plain) ? plain : `_${plain}`.slice(0, longest)
}

/** FNV-1a. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** The input schema of a tool as all protocols take it: an object with properties, though it may have none. */
export function toParameters(input: Json): JsonObject {
  const schema = isJsonObject(input) ? input : {}
  return {
    ...schema,
    type: 'object',
    properties: isJsonObject(schema.properties) ? schema.properties : {},
  }
}

/** The keywords of JSON Schema that Gemini takes; it refuses a request with any other. */
const GEMINI_KEYWORDS = new Set([
  '$id',
  '$defs',
  '$ref',
  '$anchor',
  'additionalProperties',
  'anyOf',
  'default',
  'description',
  'enum',
  'format',
  'items',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'nullable',
  'oneOf',
  'pattern',
  'prefixItems',
  'properties',
  'propertyOrdering',
  'required',
  'title',
  'type',
])

/** Keywords whose value is a map of names to schemas. */
const NAMED_SCHEMAS = new Set(['properties', '$defs'])
/** Keywords whose value is a schema or a list of them. */
const SCHEMAS = new Set(['additionalProperties', 'anyOf', 'items', 'oneOf', 'prefixItems'])

export function toGeminiSchema(schema: Json): Json {
  if (isJsonList(schema)) return schema.map(toGeminiSchema)
  if (!isJsonObject(schema)) return schema
  const { const: only, ...rest } = schema
  const named = only === undefined || rest.enum !== undefined ? rest : { ...rest, enum: [only] }
  return Object.fromEntries(
    Object.entries(named).flatMap(([keyword, value]) => {
      if (!GEMINI_KEYWORDS.has(keyword)) return []
      if (NAMED_SCHEMAS.has(keyword) && isJsonObject(value)) {
        const inner = Object.entries(value).map(([name, one]) => [name, toGeminiSchema(one)] as const)
        return [[keyword, Object.fromEntries(inner)] as const]
      }
      return [[keyword, SCHEMAS.has(keyword) ? toGeminiSchema(value) : value] as const]
    }),
  )
}
