/** `<epoch>-<number>`: the epoch is random per process and owner, the number counts that owner's events. */
export interface EventIds {
  /** The id to come back with after the event of this number. */
  at(number: number): string
  /** An id from which nothing can be resumed: to come back with it is to start over. */
  readonly startOver: string
  /** The number in an id of this epoch; null for anything else, whatever it is. */
  numberIn(id: string | null): number | null
}

const FORM = /^([0-9a-f]{16})-([1-9]\d{0,15})$/

export function createEventIds(randomBytes: (count: number) => Uint8Array): EventIds {
  const epoch = Array.from(randomBytes(8), byte => byte.toString(16).padStart(2, '0')).join('')
  return {
    at: number => `${epoch}-${number}`,
    startOver: `${epoch}-0`,
    numberIn(id) {
      const [, itsEpoch, number] = FORM.exec(id ?? '') ?? []
      return itsEpoch === epoch ? Number(number) : null
    },
  }
}
