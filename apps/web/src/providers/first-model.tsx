import { useQuery } from '@tanstack/react-query'
import { providersQuery } from '../models/providers-query.ts'
import { useServices } from '../state/services.ts'
import { ButtonLink } from '../ui/controls/button-link.tsx'
import { ConnectByKey } from './connect-by-key.tsx'
import { ConnectedNotice } from './connected-notice.tsx'
import { LocalServers } from './local-servers.tsx'
import { useConnectKey } from './use-connect-key.ts'

/** While there is only the demo: a key, or a server that runs here (V5). */
export function FirstModel() {
  const { client } = useServices()
  const { data } = useQuery(providersQuery(client))
  const connect = useConnectKey()
  if (connect.data !== undefined) {
    return (
      <div role="status" className="mt-10">
        <ConnectedNotice connected={connect.data} />
      </div>
    )
  }
  if (data?.providers.length !== 0 && connect.isIdle) return null
  return (
    <section className="mt-8">
      <h2 className="text-read font-semibold">Connect a model</h2>
      <p className="mt-1 mb-3 text-ink-soft">
        Use an API key, or a model server on this computer. Nothing is contacted until you ask.
      </p>
      <ConnectByKey connect={connect} />
      <div className="mt-4">
        <LocalServers beside={<ButtonLink to="/providers">All providers</ButtonLink>} />
      </div>
    </section>
  )
}
