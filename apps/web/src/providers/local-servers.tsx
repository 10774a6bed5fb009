import type { FoundServer } from '@stet/api/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ProviderMark } from '../models/provider-mark.tsx'
import { presetsQuery, providersQuery } from '../models/providers-query.ts'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { ButtonLink } from '../ui/controls/button-link.tsx'
import { WritingDots } from '../ui/graphics/writing-dots.tsx'

/** Looks for servers on this computer when it is asked to, and offers what it finds; nothing is connected by itself (P6). */
export function LocalServers({ beside }: { beside?: ReactNode }) {
  const { client } = useServices()
  const search = useMutation({ mutationFn: () => client.findLocalServers() })
  return (
    <div>
      <div className="flex flex-wrap gap-2">
        {beside}
        <Button look="outline" icon="search" disabled={search.isPending} onClick={() => search.mutate()}>
          Look for local servers
        </Button>
      </div>
      <div role="status" className="empty:hidden">
        {search.isPending && (
          <p className="mt-3 flex items-center gap-3 text-ink-soft">
            <WritingDots />
            Looking for Ollama, llama.cpp and LM Studio…
          </p>
        )}
        {search.data?.servers.length === 0 && (
          <p className="mt-3 max-w-[60ch] text-ink-soft">
            No server found for Ollama (port 11434), llama.cpp (8080) or LM Studio (1234). Start one, then look again.
          </p>
        )}
      </div>
      {search.isError && (
        <p role="alert" className="mt-3 text-red">
          Could not search. {search.error.message}
        </p>
      )}
      {search.data && search.data.servers.length > 0 && (
        <ul aria-label="Local servers" className="mt-3 border-t border-line">
          {search.data.servers.map(server => (
            <Found key={server.baseUrl} server={server} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Found({ server }: { server: FoundServer }) {
  const { client } = useServices()
  const presets = useQuery(presetsQuery(client))
  const providers = useQuery(providersQuery(client))
  const preset = presets.data?.presets.find(({ id }) => id === server.preset)
  const name = preset?.name ?? server.preset
  const added = providers.data?.providers.some(({ baseUrl }) => baseUrl === server.baseUrl) ?? false
  return (
    <li className="flex items-center gap-3 border-b border-line py-3">
      <ProviderMark icon={preset?.icon ?? null} name={name} />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name} is running here</p>
        <p className="figures truncate text-small text-ink-faint">{server.baseUrl}</p>
        <p className="truncate text-small text-ink-faint">{modelsWords(server.models)}</p>
      </div>
      {added ? (
        <span className="text-small text-ink-faint">Added</span>
      ) : (
        <ButtonLink to="/providers/new" search={{ preset: server.preset, baseUrl: server.baseUrl }} look="primary">
          Add
        </ButtonLink>
      )}
    </li>
  )
}

function modelsWords(models: readonly string[]): string {
  if (models.length === 0) return 'No models yet'
  return `${models.length === 1 ? '1 model' : `${models.length} models`}: ${models.join(', ')}`
}
