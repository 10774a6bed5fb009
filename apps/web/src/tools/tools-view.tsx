import {
  type Chat,
  MOST_TOOLS,
  type ModelFacts,
  offersWebFetch,
  RECALL,
  type ToolChoice,
  type ToolFacts,
  WEB_FETCH,
  type WorkspaceId,
} from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useDeferredValue, useRef, useState } from 'react'
import { formatTokens } from '../formats/format-tokens.ts'
import { useAnswering } from '../models/chat-model.tsx'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { inputLook } from '../ui/controls/field.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { LoadTrouble } from '../ui/layout/load-trouble.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { Revealed } from '../ui/text/revealed.tsx'
import { ExposedDirectories } from './exposed-directories.tsx'
import { withChoice, withoutChoice } from './tool-choice.ts'
import { type SettingReason, ToolRow } from './tool-row.tsx'
import { toolsQuery } from './tools-query.ts'
import { type RecallSetting, useRecall } from './use-recall.ts'
import { type ToolChoices, useToolChoices } from './use-tool-choices.ts'

export interface ToolsViewProps {
  chat: Chat
  /** What other tools change in the next request. */
  effect: (tools: readonly ToolChoice[]) => ReactNode
}

/** What the model may do in this chat: which tools, how they are set, and which of them run by themselves (T1). */
export function ToolsView({ chat, effect }: ToolsViewProps) {
  const { client, newKey } = useServices()
  const choices = useToolChoices(chat.settings.tools, tools => client.changeTools(chat.id, { tools, key: newKey() }))
  const answering = useAnswering(chat)
  return (
    <ToolList
      workspaceId={chat.workspaceId}
      place={`${chat.id}/tools`}
      choices={choices}
      recallSetting={{
        context: chat.settings.context,
        save: context => client.changeContext(chat.id, { context, key: newKey() }),
      }}
      answer={chat.settings.answer}
      isFetchMissing={answering?.notApplied.some(({ setting }) => setting === 'webFetch') === true}
      facts={answering?.facts ?? null}
      above={tools => <ExposedDirectories chat={chat} tools={tools} choices={choices} />}
      note="Changes apply from your next message, and reset the provider’s cache for this chat."
      effect={effect}
    />
  )
}

interface ToolListProps {
  /** Whose tools they are. */
  workspaceId: WorkspaceId
  /** What the drafts of options are kept under. */
  place: string
  choices: ToolChoices
  recallSetting: RecallSetting
  answer: Pick<Chat['settings']['answer'], 'webFetch'>
  /** Whether the model is known to have no fetch of its own. */
  isFetchMissing?: boolean
  /** Of the model; null until they are known. */
  facts: ModelFacts | null
  note: string
  /** What other tools change in the next request; absent where no chat has one. */
  effect?: ToolsViewProps['effect']
  /** Shown above the tools. */
  above?: (tools: readonly ToolFacts[]) => ReactNode
}

const BY_RECALL: SettingReason = {
  because: 'On because this chat uses markers and tools. Runs automatically.',
  canSwitch: true,
}

const AS_FALLBACK: SettingReason = {
  because: 'On because Web fetch is on in Settings. Reads what the provider could not.',
  canSwitch: false,
}

const IN_PLACE: SettingReason = {
  because: 'On because Web fetch is on in Settings, and this model has no fetch of its own.',
  canSwitch: false,
}

/** Every tool of a workspace, with a switch, its policy and its options. */
export function ToolList({
  workspaceId,
  place,
  choices: { choices, change, trouble },
  recallSetting,
  answer,
  isFetchMissing = false,
  facts,
  note,
  effect,
  above,
}: ToolListProps) {
  const { client } = useServices()
  const recall = useRecall(recallSetting, choices)
  function reasonFor(name: string): SettingReason | null {
    if (name === RECALL && recall.isOffered) return BY_RECALL
    if (name !== WEB_FETCH || !offersWebFetch({ answer, tools: choices })) return null
    return isFetchMissing ? IN_PLACE : AS_FALLBACK
  }
  const [text, setText] = useState('')
  const sought = useDeferredValue(text.trim())
  const { data, error, refetch } = useQuery(toolsQuery(client, workspaceId, sought))
  // What a tool was set to is there again when it is switched off and on.
  const before = useRef(new Map<string, ToolChoice>())

  if (error) {
    return (
      <Frame>
        <LoadTrouble title="Could not load the tools" className="pt-3" onRetry={() => void refetch()}>
          {error.message} Nothing was changed.
        </LoadTrouble>
      </Frame>
    )
  }
  if (data === undefined) return <ToolsSkeleton />

  const { tools, rest } = data
  const here = new Set([...tools.map(({ name }) => name), ...rest.flatMap(({ names }) => names)])
  const gone = sought === '' ? choices.filter(({ name }) => !here.has(name)) : []
  const unseen = rest.reduce((sum, { names }) => sum + names.length, 0)
  const tokens = tools.reduce(
    (sum, tool) => sum + (choices.some(({ name }) => name === tool.name) ? tool.tokens : 0),
    0,
  )
  const isFull = choices.length >= MOST_TOOLS
  return (
    <Frame>
      {above?.(tools)}
      <p className="pt-3 text-pretty text-ink-soft">{note}</p>
      {facts !== null && !facts.takes.tools && (
        <Notice title={`${facts.name} cannot use tools.`} className="mt-3">
          They apply again when you switch to a model that can.
        </Notice>
      )}
      {(trouble ?? recall.trouble) !== null && (
        <div role="alert" className="mt-3">
          <Notice tone="trouble" title="Could not change the tools">
            {trouble ?? recall.trouble}
          </Notice>
        </div>
      )}
      {choices.length > MANY_TOOLS && (
        <Notice
          className="mt-3"
          title={isFull ? `A chat offers at most ${MOST_TOOLS} tools` : `${choices.length} tools are on`}
        >
          {isFull ? 'Switch some off before you add others. ' : ''}
          {`Their declarations cost about ${formatTokens(tokens)} tokens in every request, and models choose less well among many tools.`}
        </Notice>
      )}
      {(tools.length + unseen > SEARCHED || sought !== '') && (
        <label className="mt-3 block">
          <span className="sr-only">Search the tools</span>
          <input
            type="search"
            value={text}
            placeholder={`Search ${here.size} tools`}
            onChange={event => setText(event.target.value)}
            className={`${inputLook} border-line-strong`}
          />
        </label>
      )}
      {tools.length === 0 && (
        <p className="pt-3 text-ink-faint">{sought === '' ? 'No tools available.' : 'No tool matches.'}</p>
      )}
      <ul aria-label="Tools" className="mt-1 divide-y divide-line">
        {tools.map((tool, index) => (
          <Fragment key={tool.name}>
            {tool.server !== undefined && tool.server.id !== tools[index - 1]?.server?.id && (
              <ServerHeading
                workspaceId={workspaceId}
                server={tool.server}
                tools={tools.filter(({ server }) => server?.id === tool.server?.id)}
                choices={choices}
                onChange={change}
              />
            )}
            <ToolRow
              workspaceId={workspaceId}
              place={place}
              tool={tool}
              choice={choices.find(({ name }) => name === tool.name) ?? null}
              isFull={isFull}
              bySetting={reasonFor(tool.name)}
              whenOn={before.current.get(tool.name) ?? { name: tool.name, policy: null, options: {} }}
              {...(effect &&
                !(tool.name === RECALL && recall.isDecided) && {
                  effect: (choice: ToolChoice | null) =>
                    effect(choice === null ? withoutChoice(choices, tool.name) : withChoice(choices, choice)),
                })}
              onSwitch={on => {
                if (tool.name === RECALL && recall.isDecided) return recall.change(on)
                const chosen = choices.find(({ name }) => name === tool.name)
                if (chosen) before.current.set(tool.name, chosen)
                const choice = before.current.get(tool.name) ?? { name: tool.name, policy: null, options: {} }
                change(all => (on ? withChoice(all, choice) : withoutChoice(all, tool.name)))
              }}
              onChange={choice => change(all => withChoice(all, choice))}
            />
          </Fragment>
        ))}
        {rest.map(({ server, names }) => (
          <UnseenTools key={server.id} server={server} names={names} choices={choices} onChange={change} />
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
      <p className="mt-4">
        <Link
          to="/workspaces/$workspaceId/mcp"
          params={{ workspaceId }}
          className="inline-flex min-h-8 items-center gap-2 rounded text-accent hover:underline coarse:min-h-10"
        >
          <Icon name="plug" />
          MCP servers of this workspace
        </Link>
      </p>
    </Frame>
  )
}

/** From here on the page says what tools cost together. */
const MANY_TOOLS = 40
/** From here on they are searched. */
const SEARCHED = 25

interface UnseenToolsProps {
  server: NonNullable<ToolFacts['server']>
  names: readonly string[]
  choices: readonly ToolChoice[]
  onChange: ToolChoices['change']
}

/** Tools of a server that are not described here: how many there are, and those that are on. */
function UnseenTools({ server, names, choices, onChange }: UnseenToolsProps) {
  const on = names.filter(name => choices.some(choice => choice.name === name))
  return (
    <>
      {on.map(name => (
        <li key={name} className="flex items-center gap-3 py-3">
          <p className="min-w-0 flex-1">
            <bdi className="figures text-small wrap-anywhere">
              <Revealed text={name} />
            </bdi>
          </p>
          <Button look="outline" onClick={() => onChange(all => withoutChoice(all, name))}>
            Switch off
          </Button>
        </li>
      ))}
      <li className="py-3 text-ink-faint">
        {names.length - on.length} more tools of <bdi>{server.name}</bdi>. Search for them by name or description.
      </li>
    </>
  )
}

interface ServerHeadingProps {
  workspaceId: WorkspaceId
  server: NonNullable<ToolFacts['server']>
  /** Its tools. */
  tools: readonly ToolFacts[]
  choices: readonly ToolChoice[]
  onChange: ToolChoices['change']
}

/** Where the tools of an MCP server begin, and a way to have all of them or none. */
function ServerHeading({ workspaceId, server, tools, choices, onChange }: ServerHeadingProps) {
  const offered = tools.filter(({ notOfferedBecause }) => notOfferedBecause === null)
  const on = tools.filter(({ name }) => choices.some(choice => choice.name === name))
  const isAllOn = offered.length > 0 && offered.every(({ name }) => choices.some(choice => choice.name === name))
  return (
    <li className="flex items-center gap-2 pt-5 pb-2">
      <h3 className="min-w-0 flex-1 font-semibold">
        <Link
          to="/workspaces/$workspaceId/mcp/$serverId"
          params={{ workspaceId, serverId: server.id }}
          className="rounded wrap-anywhere hover:underline"
        >
          <bdi>
            <Revealed text={server.name} />
          </bdi>
        </Link>{' '}
        <span className="figures text-small font-normal text-ink-faint">
          {on.length} of {tools.length} on
        </span>
      </h3>
      <Button
        look="outline"
        disabled={offered.length === 0 && on.length === 0}
        onClick={() =>
          onChange(all =>
            isAllOn || offered.length === 0
              ? tools.reduce((left, { name }) => withoutChoice(left, name), all)
              : offered.reduce(
                  (more, { name }) =>
                    more.length >= MOST_TOOLS || more.some(choice => choice.name === name)
                      ? more
                      : withChoice(more, { name, policy: null, options: {} }),
                  all,
                ),
          )
        }
      >
        {isAllOn ? 'All off' : 'All on'}
      </Button>
    </li>
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
