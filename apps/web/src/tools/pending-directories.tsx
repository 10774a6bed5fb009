import type { Chat, ChatView } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { useServices } from '../state/services.ts'
import { useAttempt } from '../state/use-attempt.ts'
import { Button } from '../ui/controls/button.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { Revealed } from '../ui/text/revealed.tsx'
import { reachesNone, setUpCodingAgent } from './coding-agent.ts'
import { toolsQuery } from './tools-query.ts'

interface PendingDirectoriesProps {
  chat: Chat
  change: NonNullable<ChatView['pendingEnvironment']>
  onTools: () => void
}

/** What the model learns about directories with the next message (H8), and a way to a coding agent while no tool reaches them. */
export function PendingDirectories({ chat, change: { added, removed }, onTools }: PendingDirectoriesProps) {
  const { client, announcer, newKey } = useServices()
  const { trouble, attempt } = useAttempt()
  const { data } = useQuery(toolsQuery(client, chat.workspaceId))
  const isUnused = chat.roots.length > 0 && reachesNone(chat.settings.tools, data?.tools ?? [])

  async function setUp(): Promise<void> {
    const done = await attempt('Could not set up the agent', setUpCodingAgent(client, chat.id, newKey))
    if (done) announcer.say('The coding agent is set up.')
  }

  return (
    <section
      aria-label="Changed directories"
      className="mx-auto flex w-full max-w-(--column) flex-wrap items-start justify-end gap-2 px-4 pb-2 text-small text-ink-soft sm:px-7"
    >
      <div className="flex min-w-0 flex-1 basis-64 gap-2">
        <span className="mt-0.5 text-ink-faint">
          <Icon name="folder" size={14} />
        </span>
        <div className="min-w-0 flex-1">
          <ul>
            {added.map(path => (
              <Line key={path} words="Directory added" path={path} />
            ))}
            {removed.map(path => (
              <Line key={path} words="Directory removed" path={path} />
            ))}
          </ul>
          <p className="text-ink-faint">
            {isUnused ? 'No tool of this chat reaches it yet.' : 'The model learns of this with your next message.'}
          </p>
          {trouble !== null && (
            <p role="alert" className="text-red">
              {trouble.what}. {trouble.because}
            </p>
          )}
        </div>
      </div>
      {isUnused && (
        <Button look="outline" onClick={() => void setUp()}>
          Set up a coding agent
        </Button>
      )}
      <Button onClick={onTools}>Tools</Button>
    </section>
  )
}

function Line({ words, path }: { words: string; path: string }) {
  return (
    <li>
      {words}:{' '}
      <bdi className="font-mono wrap-anywhere">
        <Revealed text={path} />
      </bdi>
    </li>
  )
}
