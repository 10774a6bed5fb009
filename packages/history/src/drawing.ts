import type { ChatId, FileId, MessageId } from './id.ts'
import type { Todo } from './todos.ts'

/** How a call or its result is drawn for the user. Saved with the call, so that it reads the same when the tool is gone (T1). */
export type Drawing =
  | {
      readonly kind: 'file'
      readonly path: string
      readonly mediaType: string
      readonly size: number
      /** Its beginning; null if it is not text. */
      readonly text: string | null
      /** Null for a file that is not written yet. */
      readonly file: { readonly id: FileId; readonly version: number } | null
      /** Whether it is a file of an exposed directory; of the workspace where this is missing. */
      readonly onDisk?: boolean | undefined
    }
  | {
      readonly kind: 'diff'
      readonly path: string
      /** In the unified format. */
      readonly patch: string
      /** Whether it is a file of an exposed directory; of the workspace where this is missing. */
      readonly onDisk?: boolean | undefined
    }
  | {
      readonly kind: 'listing'
      readonly path: string
      readonly entries: readonly { readonly path: string; readonly size: number; readonly isFolder: boolean }[]
      /** Whether it is a file of an exposed directory; of the workspace where this is missing. */
      readonly onDisk?: boolean | undefined
    }
  | {
      readonly kind: 'code'
      readonly label: string
      readonly language: string | null
      readonly text: string
    }
  | { readonly kind: 'todos'; readonly todos: readonly Todo[] }
  | {
      readonly kind: 'hits'
      readonly hits: readonly {
        readonly chatId: ChatId
        /** Null for the title of the chat. */
        readonly messageId: MessageId | null
        readonly title: string
        readonly excerpt: string
      }[]
    }
  | {
      /** Pages of the web. */
      readonly kind: 'links'
      readonly links: readonly { readonly title: string; readonly url: string; readonly excerpt: string }[]
    }
