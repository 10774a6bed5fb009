import { LONGEST_NAME } from '@stet/commands'
import { checkSettings, EngineError } from '@stet/engine'
import { declareSettings } from '@stet/history'
import { defaultDefinitionOptions, definitionOptions } from '@stet/models'
import { checkBaseUrl, checkModelsUrl, reachOf } from './check-address.ts'
import type { GivenForm, ProviderForm } from './providers.ts'

const LONGEST_SECRET = 10_000
const MOST_HEADERS = 50

const VISIBLE = /^[!-~]+$/
const HEADER_NAME = /^[A-Za-z][\w!#$%&'*+.^`|~-]{0,99}$/
const HEADER_VALUE = /^[!-~](?:[\t -~]*[!-~])?$/
/** Headers that frame a request. Set by hand, they break it or smuggle in another one. */
const FRAMING = new Set([
  'connection',
  'content-length',
  'content-type',
  'host',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** So that errors name the field of the form: `options.prefill`. */
const declaredForm = declareSettings({ options: { kind: 'group', settings: definitionOptions } })

/** Throws for the first field that is wrong, with its name and a clause for the user. Options that the form does not have stay as they are in `current`. */
export function checkForm(given: GivenForm, current: ProviderForm['options'] = defaultDefinitionOptions): ProviderForm {
  const { options } = checkSettings(declaredForm, { options: { ...current, ...given.options } })
  const form = { ...given, options }
  if (form.name.trim() === '') throw refuse('name', 'a provider needs a name')
  if (form.name.length > LONGEST_NAME) throw refuse('name', `a name has at most ${LONGEST_NAME} characters`)
  for (const field of ['icon', 'preset'] as const) {
    if ((form[field]?.length ?? 0) > LONGEST_NAME) throw refuse(field, `${field}: at most ${LONGEST_NAME} characters`)
  }
  checkBaseUrl(form.type, form.baseUrl, reachOf(form.options))
  checkModelsUrl(form.modelsUrl, reachOf(form.options))
  checkKey(form.key ?? null)
  checkHeaders(form.headers)
  return form
}

function checkKey(key: string | null): void {
  if (key === null) return
  if (key.length > LONGEST_SECRET) throw refuse('key', `a key has at most ${LONGEST_SECRET} characters`)
  if (!VISIBLE.test(key)) throw refuse('key', 'a key has no spaces, line breaks or accented letters; copy it again')
}

/** `group` is the field of the form that holds them. */
export function checkHeaders(headers: ProviderForm['headers'], group = 'headers'): void {
  const seen = new Set<string>()
  for (const [name, value] of Object.entries(headers)) {
    const field = `${group}.${name.slice(0, LONGEST_NAME)}`
    const lower = name.toLowerCase()
    if (!HEADER_NAME.test(name)) throw refuse(field, `"${name.slice(0, 40)}" cannot be the name of a header`)
    if (FRAMING.has(lower)) throw refuse(field, `${name} is set by the request itself`)
    if (seen.has(lower)) throw refuse(field, `${name} is given twice`)
    seen.add(lower)
    if (value !== null && (value.length > LONGEST_SECRET || !HEADER_VALUE.test(value))) {
      throw refuse(field, `the value of ${name} is not one that a header can have`)
    }
  }
  if (seen.size > MOST_HEADERS) throw refuse(group, `at most ${MOST_HEADERS} headers can be sent`)
}

function refuse(field: string, because: string): EngineError {
  return new EngineError('invalid', because, field)
}
