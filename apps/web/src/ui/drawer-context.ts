import { createContext, useContext } from 'react'

const DrawerContext = createContext<() => void>(() => {
  throw new Error('there is no drawer to open here')
})

export const DrawerProvider = DrawerContext.Provider

/** Opens the list of chats where it is a drawer. */
export function useDrawer(): () => void {
  return useContext(DrawerContext)
}
