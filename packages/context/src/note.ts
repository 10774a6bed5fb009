export type LayerName =
  | 'special-roles'
  | 'checkpoint'
  | 'persons-marks'
  | 'tool-memory'
  | 'previous-cycles'
  | 'result-limits'
  | 'reasoning'
  | 'origins'
  | 'attachments'
  | 'opening'
  | 'documents'
  | 'budget'
  | 'pairing'
  | 'cache-marks'

/** What became of a message (C17). */
export type Fate =
  | 'sent'
  | 'pinned' // sent, because the person pinned it
  | 'trimmed' // sent, but not all of it
  | 'forgotten' // tool work that the settings let go
  | 'summarised'
  | 'behind-checkpoint'
  | 'left-out' // by the person
  | 'never-sent-by-role'
  | 'unreadable'
  | 'unpaired' // calls without their results, or results without their calls
  | 'empty'
  | 'over-budget'
  | 'not-loaded' // it precedes the part of the path that was given

export interface Note {
  readonly fate: Fate
  /** The layer that decided. */
  readonly layer: LayerName
  /** In words that a person reads. */
  readonly because: string
}
