import type { AskedQuestion } from '@stet/api/client'

/** A field of a form that a server asks for. */
export interface QuestionField {
  readonly name: string
  readonly label: string
  readonly help: string
  readonly kind: 'text' | 'number' | 'integer' | 'switch' | 'choice' | 'choices'
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly required: boolean
  readonly first: FieldValue
}

export type FieldValue = string | boolean | readonly string[]

type Fields = { readonly [name: string]: unknown }

/** The fields of a flat JSON Schema. A kind that is not known is a text. */
export function fieldsOf({
  schema,
}: Pick<Extract<AskedQuestion, { kind: 'form' }>, 'schema'>): readonly QuestionField[] {
  const { properties, required } = asFields(schema)
  const needed = Array.isArray(required) ? required : []
  return Object.entries(asFields(properties)).map(([name, given]) => {
    const property = asFields(given)
    const items = asFields(property.items)
    const kind = kindOf(property)
    const first = property.default
    return {
      name,
      label: typeof property.title === 'string' ? property.title : name,
      help: typeof property.description === 'string' ? property.description : '',
      kind,
      options: optionsOf(kind === 'choices' ? items : property),
      required: needed.includes(name),
      first:
        kind === 'switch' ? first === true : kind === 'choices' ? textsOf(first) : first == null ? '' : String(first),
    }
  })
}

function kindOf(property: Fields): QuestionField['kind'] {
  if (property.type === 'boolean') return 'switch'
  if (property.type === 'array') return 'choices'
  if (property.type === 'number' || property.type === 'integer') return property.type
  return Array.isArray(property.enum) || Array.isArray(property.oneOf) ? 'choice' : 'text'
}

function optionsOf(property: Fields): QuestionField['options'] {
  const titled = property.oneOf ?? property.anyOf
  if (Array.isArray(titled)) {
    return titled
      .map(asFields)
      .map(({ const: value, title }) => ({ value: String(value), label: String(title ?? value) }))
  }
  const names = textsOf(property.enumNames)
  return textsOf(property.enum).map((value, place) => ({ value, label: names[place] ?? value }))
}

/** What is sent: fields that were left empty are left out. Null while a needed one is missing or a number is none. */
export function toContent(
  fields: readonly QuestionField[],
  values: Readonly<Record<string, FieldValue>>,
): Record<string, string | number | boolean | readonly string[]> | null {
  const content: Record<string, string | number | boolean | readonly string[]> = {}
  for (const { name, kind, required, first } of fields) {
    const value = values[name] ?? first
    if (typeof value === 'string' && value.trim() === '') {
      if (required) return null
    } else if (typeof value === 'string' && (kind === 'number' || kind === 'integer')) {
      const number = Number(value)
      if (!Number.isFinite(number) || (kind === 'integer' && !Number.isInteger(number))) return null
      content[name] = number
    } else content[name] = value
  }
  return content
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
