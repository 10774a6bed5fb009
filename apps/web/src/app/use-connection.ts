import { useSyncExternalStore } from 'react'
import type { ConnectionState } from './live.ts'
import { useServices } from './services.ts'

export function useConnection(): ConnectionState {
  const { live } = useServices()
  return useSyncExternalStore(live.onConnection, live.connection)
}
