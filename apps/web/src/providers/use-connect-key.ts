import type { Preset, ShownProvider } from '@stet/api/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { workspaceQuery } from '../models/models-query.ts'
import { forgetProviders, keepProvider } from '../models/providers-query.ts'
import { useServices } from '../state/services.ts'
import { newDraft, toForm } from './form/provider-draft.ts'

export interface Connected {
  readonly provider: ShownProvider
  /** The model that new chats use from now on; null when they use another one already, or when there is none. */
  readonly model: string | null
  /** Why its models could not be loaded; null when they were. */
  readonly trouble: string | null
}

/** Adds a provider by its key, loads its models, and gives new chats the first of them where they only had the demo. */
export function useConnectKey() {
  const { client, newKey } = useServices()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ preset, key }: { preset: Preset; key: string }): Promise<Connected> {
      const form = toForm({ ...newDraft(preset, null), key: { kind: 'entered', text: key } })
      const provider = await client.addProvider({ form })
      keepProvider(queries, provider)
      const { models, error } = await client.discoverModels(provider.id)
      const { model: current } = await client.workspace()
      const first = models[0]?.facts
      const takes = first !== undefined && current.definition === 'demo'
      if (takes) {
        const model = { definition: first.definition, model: first.model }
        queries.setQueryData(workspaceQuery(client).queryKey, await client.changeDefaultModel({ model, key: newKey() }))
      }
      return { provider, model: takes ? first.name : null, trouble: error?.message ?? null }
    },
    onSettled: () => forgetProviders(queries),
  })
}
