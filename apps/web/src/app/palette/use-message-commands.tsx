import type { Found } from '@stet/api/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { chatTitle } from '../../chats/chat-title.ts'
import { formatMoment } from '../../formats/format-moment.ts'
import { Marked } from '../../search/marked.tsx'
import { searchQuery } from '../../search/search-query.ts'
import { useServices } from '../../state/services.ts'
import { keysText } from '../../ui/keyboard/kbd.tsx'
import { shortcuts } from '../../ui/keyboard/shortcuts.ts'
import type { Command, CommandGroup } from './command.ts'

const FEWEST_CHARACTERS = 2
const MOST = 8

interface MessageCommands {
  /** The way to all results, which is always there, and below it what was found so far; without the titles of chats that are listed above. */
  readonly groupFor: (query: string, above: readonly Command[]) => CommandGroup
  readonly trouble: string | null
}

/** What was written in all chats. */
export function useMessageCommands(query: string, open: boolean): MessageCommands {
  const { client } = useServices()
  const navigate = useNavigate()
  const asked = query.trim()
  const enabled = open && [...asked].length >= FEWEST_CHARACTERS
  const { data, error, isPlaceholderData } = useInfiniteQuery({ ...searchQuery(client, { text: asked }), enabled })
  // Without what was found for other words: rows are only ever added.
  const found = enabled && !isPlaceholderData ? (data?.pages.flatMap(page => page.found) ?? []) : []

  function toCommand(one: Found): Command {
    const { chatId, messageId } = one
    return {
      key: `found-${messageId ?? chatId}`,
      label: one.snippet.text,
      icon: messageId === null ? 'arrow-right' : 'search',
      view: <FoundView found={one} />,
      run: () =>
        navigate({
          to: '/chats/$chatId',
          params: { chatId },
          search: messageId === null ? {} : { message: messageId, find: asked },
        }),
    }
  }

  return {
    groupFor(text, above) {
      const words = text.trim()
      const searchAll: Command = {
        key: 'search',
        label: words === '' ? shortcuts.search.does : `Search all chats for “${words}”`,
        icon: 'search',
        ...(words === '' && { note: keysText(shortcuts.search.keys) }),
        run: () => navigate({ to: '/search', search: { text: words } }),
      }
      const isNew = ({ chatId, messageId }: Found) => messageId !== null || above.every(({ key }) => key !== chatId)
      const entries = words === asked ? found.filter(isNew).slice(0, MOST).map(toCommand) : []
      return { name: 'Messages', isLate: true, entries: [searchAll, ...entries] }
    },
    trouble: enabled && error !== null ? error.message : null,
  }
}

function FoundView({ found }: { found: Found }) {
  const { role, at, snippet } = found
  return (
    <>
      <bdi className="line-clamp-2 wrap-anywhere">
        <Marked snippet={snippet} />
      </bdi>
      <span className="flex gap-1 text-small text-ink-faint">
        <bdi className="truncate">{chatTitle(found)}</bdi>
        <span className="shrink-0">
          · {role === null ? 'Title' : role === 'user' ? 'You' : 'Answer'} · {formatMoment(at, Date.now())}
        </span>
      </span>
    </>
  )
}
