import type { Json } from '@stet/history'
import type { JsonObject } from '../transport/json-field.ts'

/** A request as it goes over the wire. A message is an object of any fields, since an earlier answer goes back as it came. */
export interface ChatBody {
  readonly model: string
  readonly messages: readonly JsonObject[]
  readonly stream: boolean
  readonly [field: string]: Json
}
