import { createContext, useContext } from 'react'

const TourContext = createContext<() => void>(() => undefined)

export const TourProvider = TourContext.Provider

/** Starts the tour through the margin, from wherever it is offered. */
export function useStartTour(): () => void {
  return useContext(TourContext)
}
