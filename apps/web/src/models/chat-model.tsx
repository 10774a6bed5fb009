import type { Answering, Chat, ModelChoice, ModelList } from '@stet/api/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { useServices } from '../app/services.ts'
import { modelName } from '../chat/model-name.ts'
import { ModelPicker } from './model-picker.tsx'
import { answeringQuery, modelsQuery } from './models-query.ts'

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
  const name = answering?.facts?.name ?? listedName(queries.getQueryData(modelsQuery(client).queryKey), model)
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

/** The name it had in the list it was chosen from, so that it does not change once more when its facts arrive. */
function listedName(list: ModelList | undefined, choice: ModelChoice): string {
  const listed = list?.models.find(
    ({ facts }) => facts.definition === choice.definition && facts.model === choice.model,
  )
  return listed?.facts.name ?? modelName(choice)
}
