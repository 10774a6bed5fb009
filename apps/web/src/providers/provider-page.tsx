import type { ShownProvider } from '@stet/api/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { sentence } from '../formats/sentence.ts'
import { keepProvider, presetsQuery, providersQuery } from '../models/providers-query.ts'
import { useServices } from '../state/services.ts'
import { SwitchField } from '../ui/controls/switch.tsx'
import { LoadTrouble } from '../ui/layout/load-trouble.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { PageColumn } from '../ui/layout/page-column.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { Menu, MenuItem } from '../ui/overlays/menu.tsx'
import { lazyPart } from '../ui/parts/lazy-part.tsx'
import { BackLink } from './back-link.tsx'
import { ModelsSection } from './catalog/models-section.tsx'
import { useDiscovery } from './catalog/use-discovery.ts'
import { toDraft } from './form/provider-draft.ts'
import { ProviderForm } from './form/provider-form.tsx'
import { useProviderForm } from './form/use-provider-form.ts'

const DeleteProviderDialog = lazyPart(async () => (await import('./delete-provider-dialog.tsx')).DeleteProviderDialog)

export function ProviderPage({ providerId }: { providerId: string }) {
  const { client } = useServices()
  const { data, isPending, isError, error, refetch } = useQuery(providersQuery(client))
  const provider = data?.providers.find(({ id }) => id === providerId) ?? null
  const title = provider?.name ?? 'Provider'

  useEffect(() => {
    document.title = title
  }, [title])

  return (
    <>
      <PageHeader title={title} actions={provider && <ProviderMenu provider={provider} />} />
      <PageColumn>
        <BackLink />
        {isPending && <Skeleton label="Loading provider" />}
        {isError && !data && (
          <LoadTrouble title="Could not load the provider" onRetry={refetch}>
            {error.message} Nothing was changed.
          </LoadTrouble>
        )}
        {data && provider === null && (
          <p className="text-read text-ink-soft">Provider not found. It may have been deleted.</p>
        )}
        {provider && (
          <>
            <KeptProvider provider={provider} />
            <ModelsSection provider={provider} />
          </>
        )}
      </PageColumn>
    </>
  )
}

function ProviderMenu({ provider }: { provider: ShownProvider }) {
  const navigate = useNavigate()
  const [deleting, setDeleting] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <>
      <Menu label="Provider">
        <MenuItem icon="trash" danger onClick={() => setDeleting('open')}>
          Delete…
        </MenuItem>
      </Menu>
      <Suspense>
        {deleting !== 'never' && (
          <DeleteProviderDialog
            providerId={provider.id}
            name={provider.name}
            open={deleting === 'open'}
            onOpenChange={open => setDeleting(open ? 'open' : 'closed')}
            onDeleted={() => void navigate({ to: '/providers' })}
          />
        )}
      </Suspense>
    </>
  )
}

function KeptProvider({ provider }: { provider: ShownProvider }) {
  const { client } = useServices()
  const queries = useQueryClient()
  const presets = useQuery(presetsQuery(client))
  const { discover } = useDiscovery()
  const start = useMemo(() => toDraft(provider), [provider])
  const form = useProviderForm({
    start,
    providerId: provider.id,
    onSaved: changed => {
      keepProvider(queries, changed)
      // With another address nothing is known of its models, and with another key they may be had at last.
      const { at, error } = changed.catalog
      if (changed.enabled && (at === null || error !== null)) discover(changed.id)
    },
  })
  return (
    <>
      {provider.secretsTrouble !== null && (
        <Notice tone="trouble" title="The key cannot be used" className="mb-5">
          {sentence(provider.secretsTrouble)}
        </Notice>
      )}
      <div className="mb-5">
        <SwitchField
          label="Enabled"
          help="When off, its models cannot be chosen."
          checked={form.draft.enabled}
          onChange={enabled => form.change({ enabled })}
        />
      </div>
      <ProviderForm
        form={form}
        preset={presets.data?.presets.find(({ id }) => id === provider.preset) ?? null}
        hasKey={provider.hasKey}
        isNew={false}
      />
    </>
  )
}
