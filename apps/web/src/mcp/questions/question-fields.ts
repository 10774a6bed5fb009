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
  /** Of a number, the characters of a text, or how many are chosen; null for no limit. */
  readonly least: number | null
  readonly most: number | null
  /** What a text has to be, where that is known here. */
  readonly format: keyof typeof FORMATS | null
}

export type FieldValue = string | boolean | readonly string[]

type Fields = { readonly [name: string]: unknown }

/** The formats that a server may ask for, and what is said where a text does not have it. */
const FORMATS = {
  email: { fits: (text: string) => /^[^\s@]+@[^\s@]+$/.test(text), because: 'Enter an email address.' },
  uri: { fits: (text: string) => URL.canParse(text), because: 'Enter an address such as https://example.org.' },
  date: { fits: isDate, because: 'Enter a date such as 2026-01-31.' },
  'date-time': {
    fits: (text: string) => isDate(text.slice(0, 10)) && /^T\d\d:\d\d/.test(text.slice(10)),
    because: 'Enter a date and a time such as 2026-01-31T12:00:00Z.',
  },
} as const

function isDate(text: string): boolean {
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  // 31 February would become a day in March.
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

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
      ...limitsOf(kind, property),
      format: kind === 'text' && isFormat(property.format) ? property.format : null,
    }
  })
}

function kindOf(property: Fields): QuestionField['kind'] {
  if (property.type === 'boolean') return 'switch'
  if (property.type === 'array') return 'choices'
  if (property.type === 'number' || property.type === 'integer') return property.type
  return Array.isArray(property.enum) || Array.isArray(property.oneOf) ? 'choice' : 'text'
}

const LIMITS = {
  text: ['minLength', 'maxLength'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  choices: ['minItems', 'maxItems'],
  switch: ['', ''],
  choice: ['', ''],
} as const

function limitsOf(kind: QuestionField['kind'], property: Fields): Pick<QuestionField, 'least' | 'most'> {
  const [least, most] = LIMITS[kind].map(name => (typeof property[name] === 'number' ? property[name] : null))
  return { least: least ?? null, most: most ?? null }
}

function isFormat(name: unknown): name is keyof typeof FORMATS {
  return typeof name === 'string' && Object.hasOwn(FORMATS, name)
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

/** Why the server would refuse what is entered, as a sentence; null where it fits, and for an empty field. */
export function troubleOf(field: QuestionField, value: FieldValue): string | null {
  const { kind, format, least, most } = field
  if (typeof value === 'boolean' || isEmpty(value)) return null
  if (typeof value !== 'string') {
    if (least !== null && value.length < least) return `Choose at least ${least}.`
    return most !== null && value.length > most ? `Choose at most ${most}.` : null
  }
  if (kind === 'number' || kind === 'integer') {
    const number = Number(value)
    if (!Number.isFinite(number)) return 'Enter a number.'
    if (kind === 'integer' && !Number.isInteger(number)) return 'Enter a whole number.'
    if (least !== null && number < least) return `Enter ${least} or more.`
    return most !== null && number > most ? `Enter ${most} or less.` : null
  }
  if (least !== null && value.length < least) return `Enter at least ${least} characters.`
  if (most !== null && value.length > most) return `Enter at most ${most} characters.`
  return format === null || FORMATS[format].fits(value) ? null : FORMATS[format].because
}

function isEmpty(value: FieldValue): boolean {
  return typeof value === 'string' ? value.trim() === '' : typeof value !== 'boolean' && value.length === 0
}

/** What is sent: fields that were left empty are left out. Null while a needed one is missing or one would be refused. */
export function toContent(
  fields: readonly QuestionField[],
  values: Readonly<Record<string, FieldValue>>,
): Record<string, string | number | boolean | readonly string[]> | null {
  const content: Record<string, string | number | boolean | readonly string[]> = {}
  for (const field of fields) {
    const { name, kind, required, first } = field
    const value = values[name] ?? first
    if (troubleOf(field, value) !== null) return null
    if (!isEmpty(value)) content[name] = kind === 'number' || kind === 'integer' ? Number(value) : value
    else if (required) return null
  }
  return content
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
