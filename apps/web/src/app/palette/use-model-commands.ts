import type { ModelChoice } from '@stet/api/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useParams } from '@tanstack/react-router'
import { isChatId } from '../../chats/is-chat-id.ts'
import { useChooseDefault } from '../../models/chat-model.tsx'
import { groupModels } from '../../models/group-models.ts'
import { modelsQuery, workspaceQuery } from '../../models/models-query.ts'
import { useServices } from '../../state/services.ts'
import { isWorkspaceId } from '../../workspaces/is-workspace-id.ts'
import { forgetWorkspaces, workspaceOfQuery } from '../../workspaces/workspaces-query.ts'
import type { Command, CommandGroup } from './command.ts'

interface ModelCommands {
  readonly group: CommandGroup
  readonly isPending: boolean
}

/** The models to choose from: for the open chat, or for new chats on the new-chat page and the workspace pages. */
export function useModelCommands(open: boolean): ModelCommands {
  const { client, announcer } = useServices()
  const target = useTarget()
  const { data, isPending } = useQuery({ ...modelsQuery(client), enabled: open && target !== null })
  if (target === null) return { group: { name: 'Models', entries: [] }, isPending: false }
  const groups = data === undefined ? [] : groupModels(data, '')
  const entries = groups.flatMap(({ provider, models }) =>
    models.map(({ facts: { definition, model, name } }): Command => {
      const isCurrent = target.current?.definition === definition && target.current.model === model
      return {
        key: `model-${definition}/${model}`,
        label: name,
        words: `${model} ${provider.name} Model`,
        icon: isCurrent ? 'check' : 'brain',
        note: isCurrent ? `${provider.name} · current` : provider.name,
        failed: 'Could not change the model.',
        async run() {
          await target.choose({ definition, model })
          announcer.say(`Model: ${name}.`)
        },
      }
    }),
  )
  return { group: { name: target.name, isLate: true, entries }, isPending }
}

interface Target {
  readonly name: string
  readonly current: ModelChoice | null
  readonly choose: (choice: ModelChoice) => Promise<unknown>
}

function useTarget(): Target | null {
  const { client, live, newKey } = useServices()
  const queries = useQueryClient()
  const { chatId, workspaceId } = useParams({ strict: false })
  const workspace = workspaceId !== undefined && isWorkspaceId(workspaceId) ? workspaceId : null
  const { data: own } = useQuery({ ...workspaceOfQuery(client, workspace ?? 'ws_'), enabled: workspace !== null })
  const isNew = useLocation().pathname === '/'
  const { data } = useQuery({ ...workspaceQuery(client), enabled: isNew })
  const chooseDefault = useChooseDefault()
  if (isNew) return { name: 'Models for new chats', current: data?.model ?? null, choose: chooseDefault }
  if (workspace !== null) {
    return {
      name: 'Models for new chats of this workspace',
      current: own?.model ?? null,
      async choose(model) {
        await client.changeWorkspaceSettings(workspace, { model, key: newKey() })
        await forgetWorkspaces(queries)
      },
    }
  }
  if (chatId === undefined || !isChatId(chatId)) return null
  const state = live.opened(chatId)?.state()
  return {
    name: 'Models for this chat',
    current: state?.kind === 'ready' ? state.view.chat.settings.model : null,
    choose: choice => client.changeModel(chatId, { ...choice, key: newKey() }),
  }
}
