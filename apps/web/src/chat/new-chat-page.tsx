import { ApiError, type ModelChoice } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { toAttachments } from '../attachments/to-attachments.ts'
import { useStartChat } from '../chats/use-start-chat.ts'
import { basePath } from '../formats/base-path.ts'
import { sentence } from '../formats/sentence.ts'
import { DefaultModel } from '../models/chat-model.tsx'
import { workspaceQuery } from '../models/models-query.ts'
import { providersQuery } from '../models/providers-query.ts'
import { useServices } from '../state/services.ts'
import { StorageLine } from '../storage/storage-line.tsx'
import { directoriesQuery } from '../tools/directories-query.ts'
import { ButtonLink } from '../ui/controls/button-link.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { Wordmark } from '../ui/graphics/wordmark.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { lazyPart } from '../ui/parts/lazy-part.tsx'
import { Composer, type Handed } from './composer/composer.tsx'
import { SlashTrouble } from './slash/slash-trouble.tsx'
import { useNewChatSlash } from './slash/use-new-chat-slash.ts'

const NewChatDialogs = lazyPart(async () => (await import('./slash/new-chat-dialogs.tsx')).NewChatDialogs)

// Only newcomers need it.
const FirstModel = lazyPart(async () => (await import('../providers/first-model.tsx')).FirstModel)

const firstSteps = [
  { say: 'What is Stet?', get: 'What makes it different, in a minute' },
  { say: 'Think before you answer', get: 'Reasoning, folded to one line' },
  { say: 'Show me some mathematics', get: 'Formulas, drawn as they stream' },
  { say: 'Write a long answer', get: 'A long answer to scroll or stop' },
]

/** The examples run on the demo model, whatever model is chosen, so they cost nothing. */
const DEMO: ModelChoice = { definition: 'demo', model: 'demo' }

export function NewChatPage({ isShared }: { isShared: boolean }) {
  const { client, newKey } = useServices()
  const start = useStartChat()
  const [starting, setStarting] = useState<string | null>(null)
  const [trouble, setTrouble] = useState<ApiError | null>(null)
  const keys = useRef(new Map<string, string>())
  const slash = useNewChatSlash()
  const { data: workspace, isLoading: isWorkspaceLoading } = useQuery(workspaceQuery(client))
  const shared = useShared(isShared)
  const isNewcomer = useIsNewcomer()
  const { data: places, isLoading: arePlacesLoading } = useQuery(directoriesQuery(client, null))
  const isDemo = workspace === undefined || workspace.model.definition === 'demo'

  useEffect(() => {
    document.title = 'Stet'
  }, [])

  function startWith(say: string): void {
    const key = keys.current.get(say) ?? newKey()
    keys.current.set(say, key)
    setStarting(say)
    setTrouble(null)
    start({ text: say, key, attachments: [], model: DEMO })
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        if (!error.retryable) keys.current.delete(say)
        setTrouble(error)
      })
      .finally(() => setStarting(null))
  }

  return (
    <>
      <PageHeader title="New chat" quiet />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex min-h-full max-w-(--column) flex-col justify-center px-5 py-6 sm:px-6">
          {isNewcomer !== null && !isWorkspaceLoading && !arePlacesLoading && (
            <Suspense>
              <p className="text-[3.25rem]">
                <Wordmark />
              </p>
              <p className="mt-5 text-lead text-balance text-ink-soft">
                Chat with any AI model, on your own machine. Nothing is hidden, nothing is lost.
              </p>
              {isNewcomer && <FirstModel />}
              {!isDemo && places !== undefined && (
                <ul className="mt-10 border-t border-line">
                  <FirstStep
                    say="Work in a directory"
                    get="A coding agent that reads, edits and runs; you approve"
                    disabled={starting !== null}
                    onChoose={slash.openPicker}
                  />
                </ul>
              )}
              <h2 className="mt-8 text-read font-semibold">
                {isDemo ? 'Try the demo (no key needed)' : 'Try the demo'}
              </h2>
              <ul className="mt-2 border-t border-line">
                {firstSteps.map(({ say, get }) => (
                  <FirstStep
                    key={say}
                    say={say}
                    get={get}
                    disabled={starting !== null}
                    onChoose={() => startWith(say)}
                  />
                ))}
              </ul>
              <StorageLine className="mt-4 text-small" />
            </Suspense>
          )}
          {trouble && (
            <div role="alert" className="mt-4">
              <Notice tone="trouble" title="Could not start the chat">
                {trouble.message} Try again; it will be sent only once.
              </Notice>
            </div>
          )}
        </div>
      </div>
      {workspace?.because && (
        <div className="mx-auto w-full max-w-(--column) px-3 pb-2 sm:px-6">
          <Notice
            title="New chats use the demo model for now"
            actions={<ButtonLink to="/providers">Providers</ButtonLink>}
          >
            {sentence(workspace.because)}
          </Notice>
        </div>
      )}
      <SlashTrouble slash={slash} />
      {slash.dialog !== null && (
        <Suspense>
          <NewChatDialogs slash={slash} />
        </Suspense>
      )}
      <Composer
        name="new"
        model={<DefaultModel />}
        facts={workspace?.model ?? null}
        workspaceId={workspace?.id}
        parentId={null}
        send={(text, { key }, files) => start({ text, key, attachments: toAttachments(files) })}
        onSlash={slash.run}
        onStop={null}
        handed={shared}
      />
    </>
  )
}

interface FirstStepProps {
  say: string
  get: string
  disabled: boolean
  onChoose: () => void
}

function FirstStep({ say, get, disabled, onChoose }: FirstStepProps) {
  return (
    <li className="border-b border-line">
      <button
        type="button"
        disabled={disabled}
        onClick={onChoose}
        className="group -mx-2 grid min-h-12 w-[calc(100%+1rem)] grid-cols-[1fr_auto] items-center gap-4 rounded px-2 py-2 text-left transition-colors duration-150 hover:bg-wash disabled:opacity-60 sm:grid-cols-[15rem_1fr_auto]"
      >
        <span className="text-read font-medium">{say}</span>
        <span className="hidden text-ink-faint sm:inline">{get}</span>
        <span className="text-ink-faint group-hover:text-accent">
          <Icon name="arrow-right" />
        </span>
      </button>
    </li>
  )
}

/** What another program shared with Stet, for the composer; null until it is there. */
function useShared(isShared: boolean): Handed | null {
  const { drafts } = useServices()
  const navigate = useNavigate()
  const [shared, setShared] = useState<Handed | null>(null)
  useEffect(() => {
    if (!isShared) return
    async function take(): Promise<void> {
      // The earlier draft must be loaded first: otherwise an edit would replace it.
      await Promise.all([drafts.load(), drafts.refresh('new')])
      const { takeShared } = await import('../service-worker/shared-items.ts')
      const found = await takeShared(caches, `${location.origin}${basePath}/`)
      if (found !== null) setShared({ text: found.text, files: [], fresh: found.files })
      await navigate({ to: '/', replace: true })
    }
    take().catch(reportError)
  }, [isShared, drafts, navigate])
  return shared
}

/**
 * Whether there was no provider when the page was opened; null until that is known. The welcome waits for it: otherwise the offer to
 * connect one would push the rest down while it is being clicked.
 */
function useIsNewcomer(): boolean | null {
  const { client } = useServices()
  const { data, failureCount } = useQuery(providersQuery(client))
  const [isNewcomer, setIsNewcomer] = useState<boolean | null>(null)
  const known = data === undefined ? null : data.providers.length === 0
  // Without a server the page shows what it has.
  if (isNewcomer === null && (known !== null || failureCount > 0)) setIsNewcomer(known ?? false)
  return isNewcomer
}
