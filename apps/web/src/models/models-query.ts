import { ApiError, type Chat, type Client } from '@stet/api/client'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { refreshQueries } from '../state/refresh-queries.ts'

/** Every model that can be chosen now. */
export function modelsQuery(client: Pick<Client, 'models'>) {
  return queryOptions({ queryKey: ['models'], queryFn: () => client.models() })
}

/** What a new chat starts with. */
export function workspaceQuery(client: Pick<Client, 'workspace'>) {
  return queryOptions({ queryKey: ['workspace'], queryFn: () => client.workspace() })
}

export const WORKSPACES = ['workspaces']

/** All workspaces, in the order of the user. */
export function workspacesQuery(client: Pick<Client, 'workspaces'>) {
  return queryOptions({ queryKey: WORKSPACES, queryFn: async () => (await client.workspaces()).workspaces })
}

/** By which model a chat is answered; asked again whenever what it depends on has changed. */
export function answeringQuery(client: Pick<Client, 'answering'>, { id, settings }: Chat) {
  return queryOptions({
    queryKey: ['answering', id, settings.model, settings.answer],
    queryFn: () => client.answering(id),
    placeholderData: keepPreviousData,
  })
}

/** Called after a provider or one of its models has changed: what was known of models may no longer hold. */
export async function forgetModels(queries: QueryClient): Promise<void> {
  await refreshQueries(queries, ['models'], ['workspace'], ['answering'])
}

/** Called with why a message was refused: its model may have been removed on another page, and this one then says what to do. */
export async function forgetGoneModel(queries: QueryClient, error: unknown): Promise<void> {
  if (error instanceof ApiError && error.code === 'model-not-found') await forgetModels(queries)
}
