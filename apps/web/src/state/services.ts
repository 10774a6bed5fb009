import type { Client } from '@stet/api/client'
import { createContext, useContext } from 'react'
import type { Announcer } from './announcer.ts'
import type { DraftStore } from './draft-store.ts'
import type { ErrorLog } from './error-log.ts'
import type { Live } from './live.ts'
import type { Notifier } from './notifier.ts'
import type { PageActions } from './page-actions.ts'
import type { PageVersion } from './page-version.ts'

/** What the page is made with; handed down, so that every part of it can be given others. */
export interface Services {
  readonly client: Client
  readonly live: Live
  readonly drafts: DraftStore
  readonly errors: ErrorLog
  readonly announcer: Announcer
  readonly pageVersion: PageVersion
  readonly notifier: Notifier
  readonly pageActions: PageActions
  readonly newKey: () => string
}

const ServicesContext = createContext<Services | null>(null)

export const ServicesProvider = ServicesContext.Provider

export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (services === null) throw new Error('a part of the page was drawn outside of it')
  return services
}
