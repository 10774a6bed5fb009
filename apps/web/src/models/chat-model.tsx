import type { Answering, Chat, ModelChoice } from '@stet/api/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { sentence } from '../formats/sentence.ts'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { ButtonLink } from '../ui/controls/button-link.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { nameOfModel } from './model-name.ts'
import { ModelPicker } from './model-picker.tsx'
import { answeringQuery, modelsQuery, workspaceQuery } from './models-query.ts'

interface ChatModelProps {
  chat: Chat
  button: RefObject<HTMLButtonElement | null>
  onSettings: () => void
}

/** The model of a chat. Every page learns of a change through the chat's events. */
export function ChatModel({ chat, button, onSettings }: ChatModelProps) {
  const { client, newKey } = useServices()
  const queries = useQueryClient()
  const { model } = chat.settings
  const answering = useAnswering(chat)
  // The name it had in the list it was chosen from, so that it does not change once more when its facts arrive.
  const name = answering?.facts?.name ?? nameOfModel(queries.getQueryData(modelsQuery(client).queryKey), model)
  const because = answering?.because ?? null
  return (
    <ModelPicker
      button={button}
      name={name}
      label={because === null ? `Model: ${name}` : `Model: ${name} (unavailable)`}
      current={model}
      because={because}
      choose={choice => client.changeModel(chat.id, { ...choice, key: newKey() })}
      onSettings={onSettings}
    />
  )
}

/** Null until it is known of the model that is chosen now. */
export function useAnswering(chat: Chat): Answering | null {
  const { client } = useServices()
  const { data } = useQuery(answeringQuery(client, chat))
  const { definition, model } = chat.settings.model
  return data?.choice.definition === definition && data.choice.model === model ? data : null
}

/** A chat whose model is gone says so, with the ways out. */
export function ModelGoneNotice({ chat, onChoose }: { chat: Chat; onChoose: () => void }) {
  const because = useAnswering(chat)?.because ?? null
  if (because === null) return null
  return (
    <div role="alert" className="mx-auto w-full max-w-(--column) px-3 pb-2 sm:px-6">
      <Notice
        tone="trouble"
        title="This chat’s model is unavailable"
        actions={
          <>
            <Button look="outline" onClick={onChoose}>
              Choose a model
            </Button>
            <ButtonLink to="/providers">Providers</ButtonLink>
          </>
        }
      >
        {sentence(because)} Your messages are unchanged.
      </Notice>
    </div>
  )
}

/** The model that new chats start with. */
export function DefaultModel() {
  const { client } = useServices()
  const button = useRef<HTMLButtonElement>(null)
  const choose = useChooseDefault()
  const { data } = useQuery(workspaceQuery(client))
  if (!data) return <span className="h-7 coarse:h-10" />
  return (
    <ModelPicker
      button={button}
      name={data.model.name}
      label={`Model: ${data.model.name}${data.because === null ? '' : ' (your choice is unavailable)'}`}
      current={data.model}
      because={data.because}
      choose={choose}
    />
  )
}

/** Sets the model that new chats start with, and shows it. */
export function useChooseDefault(): (model: ModelChoice) => Promise<void> {
  const { client, newKey } = useServices()
  const queries = useQueryClient()
  return async model => {
    const workspace = await client.changeDefaultModel({ model, key: newKey() })
    queries.setQueryData(workspaceQuery(client).queryKey, workspace)
  }
}
