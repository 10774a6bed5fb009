import type { WorkspaceView } from '@stet/api/client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { ModelPicker } from '../models/model-picker.tsx'
import { useServices } from '../state/services.ts'
import { forgetWorkspaces } from './workspaces-query.ts'

/** The model that new chats of a workspace start with. */
export function WorkspaceModel({ workspace }: { workspace: WorkspaceView }) {
  const { client, newKey } = useServices()
  const queries = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const { model, because } = workspace
  return (
    <ModelPicker
      button={button}
      name={model.name}
      label={`Model: ${model.name}${because === null ? '' : ' (your choice is unavailable)'}`}
      current={model}
      because={because}
      choose={async choice => {
        await client.changeWorkspaceSettings(workspace.id, { model: choice, key: newKey() })
        await forgetWorkspaces(queries)
      }}
    />
  )
}
