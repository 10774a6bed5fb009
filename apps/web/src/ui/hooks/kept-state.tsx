import { createContext, type Dispatch, type ReactNode, useContext, useMemo, useState } from 'react'

/** What was opened or unfolded in a place of the page, kept while the place itself is taken out of the document. */
export interface Keeper {
  readonly kept: Map<string, unknown>
  readonly place: string
}

export const KeeperContext = createContext<Keeper>({ kept: new Map(), place: '' })

/** State that survives scrolling out of sight and back; without it a long text would fold up behind the reader and the page jump. */
export function useKept<T>(name: string, initial: T): [T, Dispatch<T>] {
  const { kept, place } = useContext(KeeperContext)
  const key = `${place}/${name}`
  const [value, setValue] = useState<T>(() => (kept.has(key) ? (kept.get(key) as T) : initial))
  return [
    value,
    next => {
      kept.set(key, next)
      setValue(next)
    },
  ]
}

/** Names a place within the one around it, for what is kept there. */
export function Place({ name, children }: { name: string; children: ReactNode }) {
  const { kept, place } = useContext(KeeperContext)
  const keeper = useMemo(() => ({ kept, place: `${place}/${name}` }), [kept, place, name])
  return <KeeperContext value={keeper}>{children}</KeeperContext>
}
