import type { ShownMcpServer, WorkspaceId } from '@stet/api/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { sentence } from '../formats/sentence.ts'
import { useServices } from '../state/services.ts'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/controls/button.tsx'
import { RowSwitch } from '../ui/controls/switch.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { LoadTrouble } from '../ui/layout/load-trouble.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { PageColumn } from '../ui/layout/page-column.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { Revealed } from '../ui/text/revealed.tsx'
import { BackLink } from './back-link.tsx'
import { keepServer, serversQuery } from './mcp-query.ts'
import { PasteDialog } from './paste-dialog.tsx'
import { toDraft, toForm } from './server-draft.ts'
import { ServerForm } from './server-form.tsx'
import { asksToSignIn, offerWords, reachWords, statusWords } from './server-words.ts'

const TITLE = 'MCP servers'

/** The MCP servers of a workspace (T10). */
export function ServersPage({ workspaceId }: { workspaceId: WorkspaceId }) {
  const { client } = useServices()
  const navigate = useNavigate()
  const { data, isPending, error, refetch } = useQuery(serversQuery(client, workspaceId))
  const [dialog, setDialog] = useState<'add' | 'paste' | null>(null)

  useEffect(() => {
    document.title = TITLE
  }, [])

  function open({ id }: ShownMcpServer): void {
    void navigate({ to: '/workspaces/$workspaceId/mcp/$serverId', params: { workspaceId, serverId: id } })
  }

  return (
    <>
      <PageHeader title={TITLE} />
      <PageColumn>
        <BackLink workspaceId={workspaceId} to="workspace" />
        {isPending && <Skeleton label="Loading MCP servers" />}
        {error !== null && data === undefined && (
          <LoadTrouble title="Could not load the MCP servers" onRetry={() => void refetch()}>
            {error.message}
          </LoadTrouble>
        )}
        {data && (
          <>
            <p className="max-w-[64ch] text-read text-pretty text-ink-soft">
              {data.servers.length === 0
                ? 'MCP servers give models tools, files and prompts from other programs: an issue tracker, a database, a browser. Add one, test it, then switch on its tools for the chats that need them.'
                : 'Their tools can be switched on for each chat, and ask before each call.'}
            </p>
            <div className="mt-4 flex flex-wrap gap-2">
              <Button look="primary" icon="plus" onClick={() => setDialog('add')}>
                Add a server
              </Button>
              <Button look="outline" onClick={() => setDialog('paste')}>
                Paste JSON
              </Button>
            </div>
            {data.servers.length > 0 && (
              <ul aria-label={TITLE} className="mt-6 border-t border-line">
                {data.servers.map(server => (
                  <ServerRow key={server.id} server={server} />
                ))}
              </ul>
            )}
            {data.unreadable.map(({ id, because }) => (
              <Notice key={id} tone="trouble" title="Unreadable MCP server" className="mt-3">
                {sentence(because)} The others are fine.
              </Notice>
            ))}
          </>
        )}
      </PageColumn>
      {dialog === 'add' && data && (
        <Dialog open onOpenChange={isOpen => !isOpen && setDialog(null)} title="Add an MCP server">
          <ServerForm
            workspaceId={workspaceId}
            server={null}
            startsPrograms={data.startsPrograms}
            onSaved={open}
            onCancel={() => setDialog(null)}
          />
        </Dialog>
      )}
      {dialog === 'paste' && (
        <PasteDialog
          workspaceId={workspaceId}
          onClose={() => setDialog(null)}
          onAdded={servers => {
            setDialog(null)
            const [only] = servers
            if (only !== undefined && servers.length === 1) open(only)
          }}
        />
      )}
    </>
  )
}

function ServerRow({ server }: { server: ShownMcpServer }) {
  const { client, newKey } = useServices()
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (enabled: boolean) =>
      client.changeMcpServer(server.id, { form: { ...toForm(toDraft(server)), enabled }, key: newKey() }),
    onSuccess: changed => keepServer(queries, changed),
  })
  const { id, workspaceId, name, status, listed, secretsTrouble } = server
  const shown = change.isPending ? change.variables : server.enabled
  return (
    <li className="border-b border-line">
      <div className="group relative -mx-2 flex items-start gap-3 rounded px-2 py-3 transition-colors duration-150 hover:bg-wash">
        <span className="mt-0.5 text-ink-faint">
          <Icon name="plug" />
        </span>
        <div className="min-w-0 flex-1">
          <p className="font-medium">
            <Link
              to="/workspaces/$workspaceId/mcp/$serverId"
              params={{ workspaceId, serverId: id }}
              className="rounded after:absolute after:inset-0 after:rounded"
            >
              <bdi className="wrap-anywhere">
                <Revealed text={name} />
              </bdi>
            </Link>
          </p>
          {/* The user may switch it on here, and must see the whole command first. */}
          <p className={classNames('figures text-small text-ink-soft', server.enabled ? 'truncate' : 'wrap-anywhere')}>
            <bdi>
              <Revealed text={reachWords(server)} />
            </bdi>
          </p>
          <p className="text-small text-ink-faint">
            {statusWords(server, Date.now())} · {offerWords(server)}
          </p>
          {status.kind === 'failed' && !asksToSignIn(server) && (
            <p className="mt-1 text-small wrap-anywhere text-red">{sentence(status.because)}</p>
          )}
          {secretsTrouble !== null && <p className="mt-1 text-small text-red">{sentence(secretsTrouble)}</p>}
          {listed !== null && listed.unapproved > 0 && (
            <p className="mt-1 text-small text-red">
              {listed.unapproved === 1 ? '1 tool waits' : `${listed.unapproved} tools wait`} for your approval.
            </p>
          )}
          {listed?.instructions != null && listed.instructions.state !== 'approved' && (
            <p className="mt-1 text-small text-red">Its instructions wait for your approval.</p>
          )}
          {change.isError && (
            <p role="alert" className="mt-1 text-small text-red">
              Not changed. {change.error.message}
            </p>
          )}
        </div>
        <RowSwitch
          label={`Enable ${name}`}
          checked={shown}
          disabled={change.isPending}
          onChange={enabled => change.mutate(enabled)}
        />
      </div>
    </li>
  )
}
