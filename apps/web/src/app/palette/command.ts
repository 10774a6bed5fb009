import type { ReactNode } from 'react'
import type { IconName } from '../../ui/graphics/icon.tsx'
import type { EntryGroup, PaletteEntry } from './find-entries.ts'

/** An action or a place that the palette finds. */
export interface Command extends PaletteEntry {
  readonly icon: IconName
  /** In place of its label. */
  readonly view?: ReactNode
  /** At the end of its row. */
  readonly note?: string
  /** Set where it may be refused: the palette stays open until it is done, and shows this with the reason. */
  readonly failed?: string
  readonly run: () => unknown
}

export type CommandGroup = EntryGroup<Command>
