import type { ShownMcpServer, ShownMcpTool } from '@stet/api/client'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { formatTokens } from '../formats/format-tokens.ts'
import { sentence } from '../formats/sentence.ts'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { inputLook } from '../ui/controls/field.tsx'
import { Place } from '../ui/hooks/kept-state.tsx'
import { Fold } from '../ui/layout/fold.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { Revealed } from '../ui/text/revealed.tsx'
import { Changes } from './changes.tsx'
import { refreshServers, serverToolsQuery } from './mcp-query.ts'

interface ServerToolsProps {
  server: ShownMcpServer
  listed: NonNullable<ShownMcpServer['listed']>
}

/** The tools of a server as it describes them, hidden characters revealed, and those that wait for approval first (Z-10). */
export function ServerTools({ server, listed }: ServerToolsProps) {
  const { client, newKey } = useServices()
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const sought = useDeferredValue(text.trim())
  const found = useInfiniteQuery(serverToolsQuery(client, server.id, sought, listed.at))
  const tools = found.data?.pages.flatMap(page => page.tools) ?? []
  const waiting = tools.filter(({ state }) => state !== 'approved')
  const approve = useMutation({
    mutationFn: (approved: readonly ShownMcpTool[]) =>
      client.approveMcpTools(server.id, { tools: approved.map(({ name, hash }) => ({ name, hash })), key: newKey() }),
    onSuccess: () => refreshServers(queries, server.workspaceId),
  })

  return (
    <section className="mt-8">
      <h2 className="text-read font-semibold">Tools</h2>
      <p className="mt-1 text-ink-soft">
        {listed.tools === 0
          ? 'It offers none.'
          : 'Switch them on in the tools of a chat or workspace. Each declaration costs its tokens in every request.'}
      </p>
      {listed.unapproved > 0 && (
        <Notice
          className="mt-3"
          title={`${listed.unapproved === 1 ? '1 tool waits' : `${listed.unapproved} tools wait`} for your approval`}
          actions={
            <Button
              look="outline"
              disabled={approve.isPending || waiting.length === 0}
              onClick={() => approve.mutate(waiting)}
            >
              Approve all shown
            </Button>
          }
        >
          The server added them, or describes them differently than when you approved it. No chat offers them until you
          approve.
        </Notice>
      )}
      {(approve.error ?? found.error) !== null && (
        <p role="alert" className="mt-3 text-red">
          {sentence((approve.error ?? found.error)?.message ?? '')}
        </p>
      )}
      {listed.tools > 10 && (
        <label className="mt-3 block">
          <span className="sr-only">Search the tools</span>
          <input
            type="search"
            value={text}
            placeholder={`Search ${listed.tools.toLocaleString('en')} tools`}
            onChange={event => setText(event.target.value)}
            className={`${inputLook} border-line-strong`}
          />
        </label>
      )}
      <ul aria-label="Tools" className="mt-2 divide-y divide-line">
        {tools.map(tool => (
          <ToolRow key={tool.name} tool={tool} onApprove={() => approve.mutate([tool])} />
        ))}
      </ul>
      {found.data && tools.length === 0 && listed.tools > 0 && <p className="py-3 text-ink-faint">No tool matches.</p>}
      {found.hasNextPage && (
        <Button className="mt-2" look="outline" disabled={found.isFetching} onClick={() => void found.fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  )
}

function stateWords({ state, comparison }: Pick<ShownMcpTool, 'state' | 'comparison'>): string {
  if (state === 'new') return 'Added since you approved the others.'
  const what = 'Describes itself differently now.'
  return comparison === null
    ? `${what} What you approved before is not stored. Read it again.`
    : `${what} Compare before you approve:`
}

function ToolRow({ tool, onApprove }: { tool: ShownMcpTool; onApprove: () => void }) {
  const { name, calledAs, title, description, input, tokens, state, comparison } = tool
  return (
    <li className="py-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <bdi className="font-medium wrap-anywhere">
              <Revealed text={title ?? name} />
            </bdi>
            <bdi className="figures text-small wrap-anywhere text-ink-faint">
              <Revealed text={calledAs} />
            </bdi>
            <span className="figures ml-auto text-small text-ink-faint">{formatTokens(tokens)} tokens</span>
          </p>
          {state !== 'approved' && <p className="mt-0.5 text-small text-red">{stateWords(tool)}</p>}
        </div>
        {state !== 'approved' && (
          <Button look="outline" onClick={onApprove}>
            Approve
          </Button>
        )}
      </div>
      {comparison === null ? (
        <p className="mt-0.5 text-small wrap-anywhere whitespace-pre-wrap text-ink-soft">
          <Revealed text={description} />
        </p>
      ) : (
        <Changes of={`mcp/${calledAs}/changes`} comparison={comparison} />
      )}
      <Place name={`mcp/${calledAs}`}>
        <Fold title="Parameters">
          <pre className="figures max-h-80 overflow-auto rounded bg-desk p-2 text-small whitespace-pre-wrap wrap-anywhere">
            <Revealed text={JSON.stringify(input, null, 2)} />
          </pre>
        </Fold>
      </Place>
    </li>
  )
}
