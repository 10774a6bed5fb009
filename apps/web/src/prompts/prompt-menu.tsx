import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useServices } from '../state/services.ts'
import { Menu, MenuItem } from '../ui/overlays/menu.tsx'
import { lazyPart } from '../ui/parts/lazy-part.tsx'
import { promptsQuery } from './prompts-query.ts'

const LibraryDialog = lazyPart(async () => (await import('./library-dialog.tsx')).LibraryDialog)
const SavePromptDialog = lazyPart(async () => (await import('./save-prompt-dialog.tsx')).SavePromptDialog)

interface PromptMenuProps {
  /** What is in the field now. */
  text: string
  /** Puts another text into the field; it is saved like one that is typed. */
  onUse: (text: string) => void
}

/** The library beside a system prompt: use one, save this one, change them. */
export function PromptMenu({ text, onUse }: PromptMenuProps) {
  const { client } = useServices()
  const { data: prompts = [] } = useQuery(promptsQuery(client))
  const [dialog, setDialog] = useState<'library' | 'save' | null>(null)
  return (
    <>
      <Menu label="Prompts" icon="book">
        {prompts.map(prompt => (
          <MenuItem key={prompt.id} icon="arrow-down" onClick={() => onUse(prompt.text)}>
            <bdi className="min-w-0 truncate">Use {prompt.name}</bdi>
          </MenuItem>
        ))}
        <MenuItem icon="plus" disabled={text.trim() === ''} onClick={() => setDialog('save')}>
          Save this prompt…
        </MenuItem>
        <MenuItem icon="pencil" onClick={() => setDialog('library')}>
          Edit saved prompts…
        </MenuItem>
      </Menu>
      <Suspense>
        {dialog === 'save' && <SavePromptDialog text={text} onClose={() => setDialog(null)} />}
        {dialog === 'library' && <LibraryDialog onClose={() => setDialog(null)} />}
      </Suspense>
    </>
  )
}
