export type LayerName = 'special-roles' | 'checkpoint' | 'origins' | 'pairing'

/** What became of a message (C17). */
export type Fate =
  | 'sent'
  | 'trimmed' // sent, but not all of it
  | 'summarised'
  | 'behind-checkpoint'
  | 'never-sent-by-role'
  | 'unreadable'
  | 'unpaired' // calls without their results, or results without their calls
  | 'empty'

export interface Note {
  readonly fate: Fate
  /** The layer that decided. */
  readonly layer: LayerName
  readonly because: string
}
