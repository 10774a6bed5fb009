import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useServices } from '../state/services.ts'
import { ModelPicker } from './model-picker.tsx'
import { workspaceQuery } from './models-query.ts'

/** The model that new chats start with. */
export function DefaultModel() {
  const { client, newKey } = useServices()
  const queries = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const query = workspaceQuery(client)
  const { data } = useQuery(query)
  if (!data) return <span className="h-7 coarse:h-10" />
  return (
    <ModelPicker
      button={button}
      name={data.model.name}
      label={`Model: ${data.model.name}${data.because === null ? '' : ', since the chosen one cannot be used'}`}
      current={data.model}
      because={data.because}
      choose={async model => {
        queries.setQueryData(query.queryKey, await client.changeDefaultModel({ model, key: newKey() }))
      }}
    />
  )
}
