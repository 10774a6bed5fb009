import { EngineError } from '@stet/engine'
import type { ProviderType } from '@stet/models'
import { findForbiddenHost } from './forbidden-host.ts'

const LONGEST_ADDRESS = 2000
const REGION = /^(bedrock:)?[a-z]{2}(-[a-z]+)+-\d{1,2}$/

/** The address under which a provider is spoken to, as the person typed it. It is refused where a request to it must not go (Z-4). */
export function checkBaseUrl(type: ProviderType, text: string | null): string | null {
  if (text === null) {
    if (type !== 'bedrock') return null
    throw refuse('baseUrl', 'Bedrock needs a region, such as us-west-2, or an address')
  }
  if ((type === 'bedrock' || type === 'anthropic') && REGION.test(text)) return text
  const url = checkUrl('baseUrl', text)
  if (url.search !== '' || url.hash !== '') throw refuse('baseUrl', 'a base URL has neither ? nor #')
  return text
}

export function checkModelsUrl(text: string | null): string | null {
  if (text !== null) checkUrl('modelsUrl', text)
  return text
}

/** The one parser: `fetch` reads the same text by the same rules, so that what is checked is what is called. */
function checkUrl(field: string, text: string): URL {
  if (text.length > LONGEST_ADDRESS) throw refuse(field, `an address has at most ${LONGEST_ADDRESS} characters`)
  // The parser drops these in silence; what is shown to the person would not be what is called.
  if (/[\s\p{Cc}]/u.test(text)) throw refuse(field, 'an address has no spaces and no control characters')
  const url = URL.parse(text)
  if (url === null) throw refuse(field, 'this is not an address; one begins with https:// or http://')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse(field, 'only https and http are spoken')
  if (url.username !== '' || url.password !== '') {
    throw refuse(field, 'a name or password does not belong into the address; enter it as the key or a header')
  }
  const forbidden = findForbiddenHost(url.hostname)
  if (forbidden !== null) throw refuse(field, `${url.hostname} is ${forbidden}; no provider is there`)
  return url
}

function refuse(field: string, because: string): EngineError {
  return new EngineError('invalid', because, field)
}
