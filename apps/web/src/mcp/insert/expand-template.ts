/** The variables in the address of a resource template, in order, each once (RFC 6570). */
export function variablesIn(template: string): readonly string[] {
  const named = Array.from(template.matchAll(EXPRESSION), ([, , list = '']) => list.split(',').map(nameOf))
  return [...new Set(named.flat())]
}

/** The address with values in place of its variables. Variables without a value are left out, as the standard has it. */
export function expandTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(EXPRESSION, (_, operator: string, list: string) => {
    const { first, between, named, reserved } = OPERATORS[operator] ?? PLAIN
    const given = list.split(',').flatMap(variable => {
      const name = nameOf(variable)
      const value = Object.hasOwn(values, name) ? values[name] : undefined
      if (value === undefined || value === '') return []
      const written = reserved ? encodeURI(value) : encodeStrictly(value)
      return [named ? `${name}=${written}` : written]
    })
    return given.length === 0 ? '' : `${first}${given.join(between)}`
  })
}

const EXPRESSION = /\{([+#./;?&]?)([^{}]+)\}/g

/** Without `*` and `:3`, which say how a list or a long value is written. */
function nameOf(variable: string): string {
  return variable.trim().replace(/\*$|:\d+$/, '')
}

interface Operator {
  readonly first: string
  readonly between: string
  readonly named: boolean
  /** Whether characters such as `/` stay as they are. */
  readonly reserved: boolean
}

const PLAIN: Operator = { first: '', between: ',', named: false, reserved: false }

const OPERATORS: Readonly<Record<string, Operator>> = {
  '+': { ...PLAIN, reserved: true },
  '#': { ...PLAIN, first: '#', reserved: true },
  '.': { ...PLAIN, first: '.', between: '.' },
  '/': { ...PLAIN, first: '/', between: '/' },
  ';': { ...PLAIN, first: ';', between: ';', named: true },
  '?': { ...PLAIN, first: '?', between: '&', named: true },
  '&': { ...PLAIN, first: '&', between: '&', named: true },
}

function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, each => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
}
