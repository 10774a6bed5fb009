import type { Answering, Chat } from '@stet/api/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useServices } from '../state/services.ts'
import { ModelPicker } from './model-picker.tsx'
import { answeringQuery, modelsQuery } from './models-query.ts'
import { nameOfModel } from './name-of-model.ts'

interface ChatModelProps {
  chat: Chat
  button: RefObject<HTMLButtonElement | null>
  onSettings: () => void
}

/** The model of a chat. Every page hears of a change through the chat's events. */
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
      label={because === null ? `Model: ${name}` : `Model: ${name}, which cannot be used`}
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
