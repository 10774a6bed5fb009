import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { forgetProviders } from '../../models/providers-query.ts'
import { useServices } from '../../state/services.ts'

const mutationKey = ['discover']

/** Asks a provider for its models. Why it refused is told with the provider; what fails here is the way to Stet. */
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

/** Whether it is being asked: also when another page began it, since that goes on when the page is left. */
export function useIsDiscovering(providerId: string): boolean {
  return useIsMutating({ mutationKey, predicate: ({ state }) => state.variables === providerId }) > 0
}
