import { ApiError, listSettings, type WorkspaceId, type WorkspaceView } from '@stet/api/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { toAttachments } from '../attachments/to-attachments.ts'
import { Composer } from '../chat/composer/composer.tsx'
import { useStartChat } from '../chats/use-start-chat.ts'
import { sentence } from '../formats/sentence.ts'
import { settingGroups } from '../settings/setting-groups.ts'
import { WantedSettingContext } from '../settings/wanted-setting.ts'
import { refreshQueries } from '../state/refresh-queries.ts'
import { useServices } from '../state/services.ts'
import { classNames } from '../ui/class-names.ts'
import { Tabs } from '../ui/controls/tabs.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { LoadTrouble } from '../ui/layout/load-trouble.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { DeleteWorkspaceDialog } from './delete-workspace-dialog.tsx'
import { WorkspaceChats } from './workspace-chats.tsx'
import { WorkspaceDialog } from './workspace-dialog.tsx'
import { WorkspaceMenu } from './workspace-menu.tsx'
import { WorkspaceModel } from './workspace-model.tsx'
import {
  WorkspaceAnswer,
  WorkspaceContext,
  WorkspacePrompt,
  WorkspaceTools,
  WorkspaceWording,
} from './workspace-settings.tsx'
import { workspaceOfQuery } from './workspaces-query.ts'

const TABS = [
  { tab: 'chats', label: 'Chats' },
  { tab: 'prompt', label: 'Prompt' },
  { tab: 'answer', label: 'Answer' },
  { tab: 'context', label: 'Context' },
  { tab: 'tools', label: 'Tools' },
  { tab: 'messages', label: 'Messages' },
] as const

type Tab = (typeof TABS)[number]['tab']

/** A workspace: its chats, what new ones start from, and a composer that starts one (W1). */
export function WorkspacePage({ workspaceId }: { workspaceId: WorkspaceId }) {
  const { client } = useServices()
  const { data: workspace, error, refetch } = useQuery(workspaceOfQuery(client, workspaceId))
  if (workspace !== undefined) return <OpenWorkspace workspace={workspace} />
  return (
    <>
      <PageHeader title="Workspace" quiet={error === null} />
      {error !== null && (
        <LoadTrouble
          title="Could not open this workspace"
          className="mx-auto w-full max-w-[47.5rem] px-4 sm:px-6"
          onRetry={() => void refetch()}
        >
          {error.message}
          {error instanceof ApiError && error.code === 'workspace-not-found' && ' It may have been deleted.'}
        </LoadTrouble>
      )}
    </>
  )
}

function OpenWorkspace({ workspace }: { workspace: WorkspaceView }) {
  const { live } = useServices()
  const start = useStartChat(workspace.id)
  const queries = useQueryClient()
  const navigate = useNavigate()
  // The address can name a setting that one came for; until one goes elsewhere on the page.
  const { hash } = useLocation()
  const [shown, show] = useState<{ readonly tab: Tab; readonly setting: string | null }>(() => placeOf(hash))
  const [cameFor, setCameFor] = useState(hash)
  if (hash !== cameFor) {
    setCameFor(hash)
    show(placeOf(hash))
  }
  const { tab } = shown
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null)
  const { id, name, because } = workspace

  useEffect(() => {
    document.title = name
  }, [name])

  useEffect(
    () =>
      live.onEvent(({ kind }) => {
        if (kind === 'chat-listed' || kind === 'chat-changed') {
          void refreshQueries(queries, ['workspaces', id, 'chats'])
        }
      }),
    [live, queries, id],
  )

  return (
    <>
      <PageHeader
        title={name}
        actions={
          <>
            <Link
              to="/workspaces/$workspaceId/files"
              params={{ workspaceId: id }}
              search={{ path: '/' }}
              className="flex h-9 items-center gap-2 rounded px-3 font-medium text-ink-soft transition-colors duration-150 hover:bg-wash hover:text-ink coarse:h-11"
            >
              <Icon name="folder" />
              Files
            </Link>
            <WorkspaceMenu
              workspace={workspace}
              onRename={() => setDialog('rename')}
              onDelete={() => setDialog('delete')}
            />
          </>
        }
      />
      <Tabs of="page" label="Workspace" tabs={TABS} tab={tab} onTab={next => show({ tab: next, setting: null })}>
        <div className="min-h-0 flex-1 overflow-y-auto">
          <div
            className={classNames(
              'mx-auto w-full px-4 py-4 sm:px-6',
              tab === 'chats' ? 'max-w-[47.5rem]' : 'max-w-[64rem]',
            )}
          >
            <WantedSettingContext value={shown.setting}>
              {tab === 'chats' && <WorkspaceChats workspaceId={id} />}
              {tab === 'prompt' && <WorkspacePrompt key={id} workspace={workspace} />}
              {tab === 'answer' && <WorkspaceAnswer key={id} workspace={workspace} />}
              {tab === 'context' && <WorkspaceContext key={id} workspace={workspace} />}
              {tab === 'messages' && <WorkspaceWording key={id} workspace={workspace} />}
              {tab === 'tools' && <WorkspaceTools key={id} workspace={workspace} />}
            </WantedSettingContext>
          </div>
        </div>
      </Tabs>
      {because !== null && (
        <div className="mx-auto w-full max-w-(--column) px-3 pb-2 sm:px-6">
          <Notice title="New chats use the demo model for now">{sentence(because)}</Notice>
        </div>
      )}
      <Composer
        key={id}
        name={`new/${id}`}
        model={<WorkspaceModel workspace={workspace} />}
        facts={workspace.model}
        workspaceId={id}
        parentId={null}
        send={(text, { key }, files) => start({ text, key, attachments: toAttachments(files) })}
        onStop={null}
      />
      {dialog === 'rename' && (
        <WorkspaceDialog workspace={workspace} onClose={() => setDialog(null)} onSaved={() => setDialog(null)} />
      )}
      {dialog === 'delete' && (
        <DeleteWorkspaceDialog
          workspace={workspace}
          onClose={() => setDialog(null)}
          onDeleted={() => void navigate({ to: '/' })}
        />
      )}
    </>
  )
}

/** The tab with a setting, by its path. */
function placeOf(hash: string): { readonly tab: Tab; readonly setting: string | null } {
  const group = settingGroups.find(({ declared }) => listSettings(declared).some(({ path }) => path === hash))
  return group === undefined ? { tab: 'chats', setting: null } : { tab: group.inWorkspace, setting: hash }
}
