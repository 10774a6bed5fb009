import { filesystem } from './filesystem/filesystem.ts'
import { generateImage } from './generate-image/generate-image.ts'
import { memory } from './memory/memory.ts'
import { minion } from './minion/minion.ts'
import { recall } from './recall/recall.ts'
import { searchChat } from './search-chat/search-chat.ts'
import type { Tool } from './tool.ts'
import { writeTodo } from './write-todo/write-todo.ts'

/** Every tool that needs nothing from its host. A home offers the whole list. */
export const TOOLS: readonly Tool[] = [writeTodo, memory, filesystem, searchChat, recall, minion, generateImage]
