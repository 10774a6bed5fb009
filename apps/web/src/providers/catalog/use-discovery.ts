import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { forgetProviders } from '../../models/providers-query.ts'
import { useServices } from '../../state/services.ts'

const mutationKey = ['discover']

/** Asks a provider for its models. A refusal is shown with the provider; an error here means that Stet was not reached. */
export function useDiscovery() {
  const { client } = useServices()
  const queries = useQueryClient()
  const { mutate, error } = useMutation({
    mutationKey,
    mutationFn: (providerId: string) => client.discoverModels(providerId),
    onSettled: () => forgetProviders(queries),
  })
  return { discover: mutate, error }
}

/** Whether a discovery is running: also one that another page began, which continues when that page is left. */
export function useIsDiscovering(providerId: string): boolean {
  return useIsMutating({ mutationKey, predicate: ({ state }) => state.variables === providerId }) > 0
}
