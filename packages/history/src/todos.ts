/** The tool that replaces a chat's to-do list (T9). */
export const WRITE_TODO = 'write_todo'

export const TODO_STATES = ['pending', 'in_progress', 'completed'] as const

/** An item of a to-do list. */
export interface Todo {
  readonly text: string
  readonly state: (typeof TODO_STATES)[number]
}
