import type { BlockReport, ContextFile } from '@stet/api/client'
import { Icon } from '../ui/graphics/icon.tsx'
import { documentWords } from './document-words.ts'

interface DocumentStripProps {
  documents: readonly ContextFile[]
  blocks: readonly BlockReport[]
  onOpen: () => void
}

/** The context documents of a chat, above its conversation. */
export function DocumentStrip({ documents, blocks, onOpen }: DocumentStripProps) {
  if (documents.length === 0) return null
  return (
    <div className="mx-auto w-full max-w-(--column) px-3 pb-2 sm:px-6">
      <ul aria-label="Context documents" className="flex max-h-24 flex-wrap gap-2 overflow-y-auto">
        {documents.map(({ blob, name }, at) => (
          <li key={blob} className="shrink-0">
            <button
              type="button"
              onClick={onOpen}
              className="flex max-w-72 items-center gap-2 rounded border border-line bg-raised px-2.5 py-1 text-left text-small transition-colors duration-150 hover:bg-wash coarse:min-h-11"
            >
              <Icon name="file" size={14} />
              <bdi className="min-w-0 truncate font-medium">{name}</bdi>
              <span className="figures shrink-0 text-ink-faint">{documentWords(blocks[at])}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
