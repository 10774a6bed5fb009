import type { Tool } from './tool.ts'
import { writeTodo } from './write-todo/write-todo.ts'

/** Every tool that needs nothing from its host. A home offers the whole list. */
export const TOOLS: readonly Tool[] = [writeTodo]
