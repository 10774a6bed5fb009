import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sentence } from '../formats/sentence.ts'
import { providersQuery } from '../models/providers-query.ts'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { LoadTrouble } from '../ui/layout/load-trouble.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { PageColumn } from '../ui/layout/page-column.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { DeleteProviderDialog } from './delete-provider-dialog.tsx'
import { LocalServers } from './local-servers.tsx'
import { PresetGrid } from './preset-grid.tsx'
import { ProviderRow } from './provider-row.tsx'

const TITLE = 'Providers'

export function ProvidersPage() {
  const { client } = useServices()
  const { data, isPending, isError, error, refetch } = useQuery(providersQuery(client))

  useEffect(() => {
    document.title = TITLE
  }, [])

  return (
    <>
      <PageHeader title={TITLE} />
      <PageColumn>
        {isPending && <Skeleton label="Loading providers" />}
        {isError && (
          <LoadTrouble title="Could not load the providers" onRetry={refetch}>
            {error.message} Nothing was changed.
          </LoadTrouble>
        )}
        {data && (
          <>
            {data.providers.length === 0 ? (
              <p className="max-w-[64ch] text-read text-pretty text-ink-soft">
                Add a company you have an API key for, or a model server on your own machine. Stet contacts only the
                providers you add. Keys are stored encrypted and never shown again.
              </p>
            ) : (
              <ul aria-label="Providers" className="border-t border-line">
                {data.providers.map(provider => (
                  <ProviderRow key={provider.id} provider={provider} />
                ))}
              </ul>
            )}
            {data.unreadable.map(({ id, because }) => (
              <Notice
                key={id}
                tone="trouble"
                title="Unreadable provider"
                className="mt-3"
                actions={<DeleteButton providerId={id} />}
              >
                {sentence(because)} Your other providers are fine.
              </Notice>
            ))}
            <section className="mt-10">
              <h2 className="text-read font-semibold">On this computer</h2>
              <p className="mt-1 mb-3 max-w-[60ch] text-ink-soft">
                Find a model server running on this machine. Stet looks only when you ask and sends no key.
              </p>
              <LocalServers />
            </section>
            <section className="mt-10">
              <h2 className="text-read font-semibold">Add a provider</h2>
              <p className="mt-1 mb-3 text-ink-soft">Choose a preset, then adjust anything you like.</p>
              <PresetGrid />
            </section>
          </>
        )}
      </PageColumn>
    </>
  )
}

function DeleteButton({ providerId }: { providerId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="outline" icon="trash" onClick={() => setOpen(true)}>
        Delete
      </Button>
      <DeleteProviderDialog
        providerId={providerId}
        name="this provider"
        open={open}
        onOpenChange={setOpen}
        onDeleted={() => setOpen(false)}
      />
    </>
  )
}
