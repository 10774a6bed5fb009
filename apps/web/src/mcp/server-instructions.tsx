import type { ShownMcpServer } from '@stet/api/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatTokens } from '../formats/format-tokens.ts'
import { sentence } from '../formats/sentence.ts'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { Place } from '../ui/hooks/kept-state.tsx'
import { Fold } from '../ui/layout/fold.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { Revealed } from '../ui/text/revealed.tsx'
import { Changes } from './changes.tsx'
import { refreshServers } from './mcp-query.ts'

interface ServerInstructionsProps {
  server: ShownMcpServer
  instructions: NonNullable<NonNullable<ShownMcpServer['listed']>['instructions']>
}

/** What a server adds to the system prompt of chats that offer its tools. Like a tool, it is approved again when it changes (Z-10). */
export function ServerInstructions({ server, instructions }: ServerInstructionsProps) {
  const { client, newKey } = useServices()
  const queries = useQueryClient()
  const { id, workspaceId } = server
  const { text, tokens, state, comparison } = instructions
  const approve = useMutation({
    mutationFn: () => client.approveMcpTools(id, { tools: [], instructions: text, key: newKey() }),
    onSuccess: () => refreshServers(queries, workspaceId),
  })
  return (
    <section aria-label="Instructions" className="mt-8">
      <h2 className="flex flex-wrap items-baseline gap-x-2 text-read font-semibold">
        Instructions
        <span className="figures ml-auto text-small font-normal text-ink-faint">{formatTokens(tokens)} tokens</span>
      </h2>
      <p className="mt-1 text-ink-soft">
        Part of the system prompt of chats that offer a tool of this server, from the next time their prompt is
        rendered.
      </p>
      {state !== 'approved' && (
        <Notice
          className="mt-3"
          title={state === 'changed' ? 'They changed since you approved them' : 'They wait for your approval'}
          actions={
            <Button look="outline" disabled={approve.isPending} onClick={() => approve.mutate()}>
              Approve instructions
            </Button>
          }
        >
          No model reads them until you approve.
        </Notice>
      )}
      {approve.isError && (
        <p role="alert" className="mt-3 text-red">
          {sentence(approve.error.message)}
        </p>
      )}
      {comparison !== null && <Changes of={`mcp/${id}/instructions-changes`} comparison={comparison} />}
      <Place name={`mcp/${id}/instructions`}>
        <Fold title="Read them" openAtFirst={state !== 'approved'}>
          <p className="max-h-80 overflow-auto rounded bg-desk p-3 text-small wrap-anywhere whitespace-pre-wrap">
            <Revealed text={text} />
          </p>
        </Fold>
      </Place>
    </section>
  )
}
