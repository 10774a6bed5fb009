import { ApiError, type McpServerId, type ShownMcpServer, type WorkspaceId } from '@stet/api/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { formatMoment } from '../formats/format-moment.ts'
import { sentence } from '../formats/sentence.ts'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { SwitchField } from '../ui/controls/switch.tsx'
import { Place } from '../ui/hooks/kept-state.tsx'
import { Fold } from '../ui/layout/fold.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { PageColumn } from '../ui/layout/page-column.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { DeleteFooter } from '../ui/overlays/delete-footer.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { Revealed } from '../ui/text/revealed.tsx'
import { BackLink } from './back-link.tsx'
import { keepServer, refreshServers, serverQuery } from './mcp-query.ts'
import { toDraft, toForm } from './server-draft.ts'
import { ServerForm } from './server-form.tsx'
import { ServerInstructions } from './server-instructions.tsx'
import { ServerOffers } from './server-offers.tsx'
import { ServerSignIn } from './server-sign-in.tsx'
import { ServerTools } from './server-tools.tsx'
import { asksToSignIn, reachWords, statusWords } from './server-words.ts'

interface ServerPageProps {
  workspaceId: WorkspaceId
  serverId: McpServerId
}

/** One MCP server: how it is started, its state, and what it offers. */
export function ServerPage({ workspaceId, serverId }: ServerPageProps) {
  const { client } = useServices()
  const { data: server, error } = useQuery(serverQuery(client, serverId))
  const title = server?.name ?? 'MCP server'

  useEffect(() => {
    document.title = title
  }, [title])

  return (
    <>
      <PageHeader title={title} />
      <PageColumn>
        <BackLink workspaceId={workspaceId} to="servers" />
        {server === undefined && error === null && <Skeleton label="Loading MCP server" />}
        {server === undefined && error !== null && (
          <p role="alert" className="text-read text-ink-soft">
            {error instanceof ApiError && error.code === 'mcp-server-not-found'
              ? 'There is no such MCP server. It may have been deleted.'
              : error.message}
          </p>
        )}
        {server && <OpenServer server={server} />}
      </PageColumn>
    </>
  )
}

function OpenServer({ server }: { server: ShownMcpServer }) {
  const { client, newKey } = useServices()
  const queries = useQueryClient()
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const { id, workspaceId, enabled, reach, status, stderr, listed, secretNames, secretsTrouble } = server
  const onSuccess = (changed: ShownMcpServer) => keepServer(queries, changed)
  const test = useMutation({ mutationFn: () => client.testMcpServer(id), onSuccess })
  const stop = useMutation({ mutationFn: () => client.stopMcpServer(id), onSuccess })
  const change = useMutation({
    mutationFn: (on: boolean) =>
      client.changeMcpServer(id, { form: { ...toForm(toDraft(server)), enabled: on }, key: newKey() }),
    onSuccess,
  })
  const trouble = test.error ?? stop.error ?? change.error

  return (
    <>
      <SwitchField
        label="Enabled"
        help={enabled ? 'Starts when a chat needs it.' : 'Nothing is started, and none of its tools can be used.'}
        checked={change.isPending ? change.variables : enabled}
        onChange={on => change.mutate(on)}
      />
      <section aria-label="Connection" className="mt-5 rounded border border-line bg-desk p-3">
        <p className="text-small text-ink-faint">{reach.kind === 'stdio' ? 'Command' : 'Address'}</p>
        <p className="figures mt-0.5 wrap-anywhere whitespace-pre-wrap">
          <Revealed text={reachWords(server)} />
        </p>
        {reach.kind === 'stdio' && reach.cwd !== null && (
          <p className="mt-1 text-small text-ink-soft">
            In <span className="figures wrap-anywhere">{reach.cwd}</span>
          </p>
        )}
        {secretNames.length > 0 && (
          <p className="mt-1 text-small wrap-anywhere text-ink-soft">
            {reach.kind === 'stdio' ? 'With' : 'Headers'}{' '}
            <span className="figures">
              <Revealed text={secretNames.join(', ')} />
            </span>{' '}
            (encrypted)
          </p>
        )}
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <p role="status" className="min-w-40 flex-1 basis-full sm:basis-0">
            {test.isPending ? 'Starting…' : statusWords(server, Date.now())}
          </p>
          <Button look="outline" onClick={() => setDialog('edit')}>
            Edit
          </Button>
          {status.kind === 'running' && (
            <Button look="outline" icon="stop" disabled={stop.isPending} onClick={() => stop.mutate()}>
              Stop
            </Button>
          )}
          <Button look="primary" icon="plug" disabled={!enabled || test.isPending} onClick={() => test.mutate()}>
            Test
          </Button>
        </div>
      </section>
      <ServerSignIn server={server} />
      {trouble !== null && (
        <div role="alert" className="mt-3">
          <Notice tone="trouble" title="That did not work">
            {sentence(trouble.message)}
          </Notice>
        </div>
      )}
      {secretsTrouble !== null && (
        <Notice tone="trouble" title="Its values cannot be used" className="mt-3">
          {sentence(secretsTrouble)}
        </Notice>
      )}
      {status.kind === 'failed' && !test.isPending && !asksToSignIn(server) && (
        <div role="alert" className="mt-3">
          <Notice tone="trouble" title="It could not be started, or ended by itself">
            {sentence(status.because)} Chats continue without its tools.
          </Notice>
        </div>
      )}
      {listed !== null && (
        <p className="mt-3 text-small text-ink-faint">
          <bdi className="wrap-anywhere">
            <Revealed text={`${listed.server.name} ${listed.server.version}`} />
          </bdi>
          , asked {formatMoment(listed.at, Date.now())}
        </p>
      )}
      {listed !== null && listed.instructions !== null && (
        <ServerInstructions server={server} instructions={listed.instructions} />
      )}
      {listed !== null && <ServerTools server={server} listed={listed} />}
      {listed !== null && listed.resources + listed.templates + listed.prompts > 0 && (
        <ServerOffers serverId={id} listedAt={listed.at} />
      )}
      {stderr !== '' && (
        <div className="mt-6">
          <Place name={`mcp/${id}`}>
            <Fold title="What it wrote to its standard error">
              <pre className="figures max-h-80 overflow-auto rounded bg-desk p-3 text-small whitespace-pre-wrap wrap-anywhere">
                <Revealed text={stderr} />
              </pre>
            </Fold>
          </Place>
        </div>
      )}
      <div className="mt-10 border-t border-line pt-4">
        <Button look="outline" icon="trash" onClick={() => setDialog('delete')}>
          Delete this server
        </Button>
      </div>
      {dialog === 'edit' && (
        <Dialog open onOpenChange={open => !open && setDialog(null)} title="Edit the MCP server">
          <ServerForm
            workspaceId={workspaceId}
            server={server}
            startsPrograms
            onSaved={() => setDialog(null)}
            onCancel={() => setDialog(null)}
          />
        </Dialog>
      )}
      {dialog === 'delete' && <DeleteDialog server={server} onClose={() => setDialog(null)} />}
    </>
  )
}

function DeleteDialog({ server, onClose }: { server: ShownMcpServer; onClose: () => void }) {
  const { client, newKey } = useServices()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { id, workspaceId, name } = server
  const remove = useMutation({
    mutationFn: () => client.deleteMcpServer(id, { key: newKey() }),
    onSuccess: async () => {
      await navigate({ to: '/workspaces/$workspaceId/mcp', params: { workspaceId } })
      await refreshServers(queries, workspaceId)
    },
  })
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={`Delete ${name}?`}
      description="Its command, saved values and approvals will be deleted for good."
    >
      <p className="text-ink-soft">
        Calls in existing chats stay readable. Chats that offer its tools show them as gone.
      </p>
      <DeleteFooter remove={remove} onCancel={onClose} />
    </Dialog>
  )
}
