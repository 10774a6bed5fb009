import type { Json } from '@stet/history'
import { ModelError } from '../model-error.ts'
import { type JsonObject, jsonField, textField } from '../transport/json-field.ts'

export interface RepeatWatch {
  /** Whether an event was told before. Throws when another answer begins in the middle of this one. */
  isRepeated(event: JsonObject): boolean
}

/**
 * A start that comes again (FP-15): what was already told of the same response, by the numbers of its events, is not told twice;
 * another response cannot go on where this one stood.
 */
export function watchRepeats(hasBegun: () => boolean): RepeatWatch {
  let id: string | null = null
  let last = 0
  let toldThrough = 0

  function begin(response: Json): void {
    const next = textField(response, 'id')
    if (id !== null && next !== null && next !== id && hasBegun()) {
      throw new ModelError('protocol', { message: 'the answer broke off: another one began in the middle of it' })
    }
    if (id === next) toldThrough = last
    id = next
  }

  return {
    isRepeated(event) {
      if (event.type === 'response.created') begin(jsonField(event, 'response'))
      const { sequence_number: number } = event
      if (typeof number !== 'number') return false
      // Servers that count nothing write the same number everywhere.
      if (toldThrough > 0 && number <= toldThrough) return true
      last = Math.max(last, number)
      return false
    },
  }
}
