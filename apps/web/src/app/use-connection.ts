import { useSyncExternalStore } from 'react'
import type { ConnectionState } from '../state/live.ts'
import { useServices } from '../state/services.ts'

export function useConnection(): ConnectionState {
  const { live } = useServices()
  return useSyncExternalStore(live.onConnection, live.connection)
}
