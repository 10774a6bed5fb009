/** What a home stores, for a user who wants to know how full it is (S5). */
export interface Storage {
  use(): Promise<StorageUse>
  /** Deletes files that nothing refers to any more. */
  sweep(): Promise<Swept>
}

export interface StorageUse {
  readonly bytes: number
  /** How much can be stored in all; null where that is unknown. */
  readonly limit: number | null
  readonly files: number
  readonly fileBytes: number
}

export interface Swept {
  /** Files that were deleted, and their bytes. */
  readonly deleted: number
  readonly bytes: number
}
