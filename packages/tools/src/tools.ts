import { filesystem } from './filesystem/filesystem.ts'
import { memory } from './memory/memory.ts'
import type { Tool } from './tool.ts'
import { writeTodo } from './write-todo/write-todo.ts'

/** Every tool that needs nothing from its host. A home offers the whole list. */
export const TOOLS: readonly Tool[] = [writeTodo, memory, filesystem]
