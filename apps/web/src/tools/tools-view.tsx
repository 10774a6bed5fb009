import type { Chat, Client, ModelFacts, ToolChoice, WorkspaceId } from '@stet/api/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { useAnswering } from '../models/chat-model.tsx'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { withChoice, withoutChoice } from './tool-choice.ts'
import { ToolRow } from './tool-row.tsx'
import { type ToolChoices, useToolChoices } from './use-tool-choices.ts'

/** What the model may do in this chat: which tools, how they are set, and which of them run by themselves (T1). */
export function ToolsView({ chat }: { chat: Chat }) {
  const { client, newKey } = useServices()
  const choices = useToolChoices(chat.settings.tools, tools => client.changeTools(chat.id, { tools, key: newKey() }))
  return (
    <ToolList
      workspaceId={chat.workspaceId}
      place={`${chat.id}/tools`}
      choices={choices}
      facts={useAnswering(chat)?.facts ?? null}
      note="Changes apply from your next message, and reset the provider’s cache for this chat."
    />
  )
}

interface ToolListProps {
  /** Whose tools they are. */
  workspaceId: WorkspaceId
  /** What the drafts of options are kept under. */
  place: string
  choices: ToolChoices
  /** Of the model; null until they are known. */
  facts: ModelFacts | null
  note: string
}

/** Every tool of a workspace, with a switch, its policy and its options. */
export function ToolList({ workspaceId, place, choices: { choices, change, trouble }, facts, note }: ToolListProps) {
  const { client } = useServices()
  const { data: tools, error, refetch } = useQuery(toolsQuery(client, workspaceId))
  // What a tool was set to is there again when it is switched off and on.
  const before = useRef(new Map<string, ToolChoice>())

  if (error) {
    return (
      <Frame>
        <div role="alert" className="pt-3">
          <Notice
            tone="trouble"
            title="Could not load the tools"
            actions={
              <Button look="outline" icon="retry" onClick={() => void refetch()}>
                Retry
              </Button>
            }
          >
            {error.message} Nothing was changed.
          </Notice>
        </div>
      </Frame>
    )
  }
  if (tools === undefined) return <ToolsSkeleton />

  const here = new Set(tools.map(({ name }) => name))
  const gone = choices.filter(({ name }) => !here.has(name))
  return (
    <Frame>
      <p className="pt-3 text-pretty text-ink-soft">{note}</p>
      {facts !== null && !facts.takes.tools && (
        <Notice title={`${facts.name} cannot use tools.`} className="mt-3">
          They apply again when you switch to a model that can.
        </Notice>
      )}
      {trouble !== null && (
        <div role="alert" className="mt-3">
          <Notice tone="trouble" title="Could not change the tools">
            {trouble}
          </Notice>
        </div>
      )}
      {tools.length === 0 && <p className="pt-3 text-ink-faint">No tools available.</p>}
      <ul aria-label="Tools" className="mt-1 divide-y divide-line">
        {tools.map(tool => (
          <ToolRow
            key={tool.name}
            place={place}
            tool={tool}
            choice={choices.find(({ name }) => name === tool.name) ?? null}
            onSwitch={on => {
              const chosen = choices.find(({ name }) => name === tool.name)
              if (chosen) before.current.set(tool.name, chosen)
              const choice = before.current.get(tool.name) ?? { name: tool.name, policy: null, options: {} }
              change(all => (on ? withChoice(all, choice) : withoutChoice(all, tool.name)))
            }}
            onChange={choice => change(all => withChoice(all, choice))}
          />
        ))}
        {gone.map(({ name }) => (
          <li key={name} className="flex items-center gap-3 py-3">
            <p className="min-w-0 flex-1 text-ink-soft">
              <bdi className="font-mono text-[0.8125rem] wrap-anywhere">{name}</bdi> is no longer available.
            </p>
            <Button look="outline" onClick={() => change(all => withoutChoice(all, name))}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4">{children}</div>
}

function ToolsSkeleton() {
  return (
    <Frame>
      <div aria-hidden="true" className="appear-late space-y-3 pt-4">
        {[70, 52, 64].map(width => (
          <div key={width} className="h-3 rounded bg-wash" style={{ width: `${width}%` }} />
        ))}
      </div>
      <p role="status" className="sr-only">
        Loading tools
      </p>
    </Frame>
  )
}

/** Every tool of a workspace, including those that this home cannot offer. */
function toolsQuery(client: Pick<Client, 'tools'>, workspaceId: Chat['workspaceId']) {
  return queryOptions({
    queryKey: ['tools', workspaceId],
    queryFn: async () => (await client.tools(workspaceId)).tools,
  })
}
