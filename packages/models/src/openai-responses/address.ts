import type { Definition } from '../definition.ts'
import { addressUnder, baseUrlOf } from '../openai-chat/address.ts'

export function requestUrl(definition: Pick<Definition, 'baseUrl' | 'name'>): string {
  return addressUnder(baseUrlOf(definition), '/responses')
}
