import { type ReactNode, useContext, useMemo } from 'react'
import { KeeperContext } from './kept-state.ts'

/** Names a place within the one around it, for what is kept there. */
export function Place({ name, children }: { name: string; children: ReactNode }) {
  const { kept, place } = useContext(KeeperContext)
  const keeper = useMemo(() => ({ kept, place: `${place}/${name}` }), [kept, place, name])
  return <KeeperContext value={keeper}>{children}</KeeperContext>
}
