import type { Preset } from '@stet/api/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { keepProvider, presetsQuery } from '../models/providers-query.ts'
import { useServices } from '../state/services.ts'
import { Notice } from '../ui/layout/notice.tsx'
import { PageColumn } from '../ui/layout/page-column.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { BackLink } from './back-link.tsx'
import { useDiscovery } from './catalog/use-discovery.ts'
import { newDraft } from './form/provider-draft.ts'
import { ProviderForm } from './form/provider-form.tsx'
import { useProviderForm } from './form/use-provider-form.ts'

export interface NewProviderSearch {
  readonly preset?: string | undefined
  /** Where a server was found. */
  readonly baseUrl?: string | undefined
}

const TITLE = 'Add a provider'

export function NewProviderPage({ preset: wanted, baseUrl }: NewProviderSearch) {
  const { client } = useServices()
  const { data, isError, error } = useQuery(presetsQuery(client))

  useEffect(() => {
    document.title = TITLE
  }, [])

  const preset = data?.presets.find(({ id }) => id === wanted) ?? null
  return (
    <>
      <PageHeader title={preset === null ? TITLE : `Add ${preset.name}`} />
      <PageColumn>
        <BackLink />
        {isError && (
          <Notice tone="trouble" title="Could not load the presets." className="mb-5">
            {error.message} You can still fill in the form.
          </Notice>
        )}
        {data || isError || wanted === undefined ? (
          <NewProvider key={preset?.id ?? ''} preset={preset} baseUrl={baseUrl ?? null} />
        ) : (
          <Skeleton label="Loading preset" />
        )}
      </PageColumn>
    </>
  )
}

function NewProvider({ preset, baseUrl }: { preset: Preset | null; baseUrl: string | null }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { discover } = useDiscovery()
  const start = useMemo(() => newDraft(preset, baseUrl), [preset, baseUrl])
  const form = useProviderForm({
    start,
    providerId: null,
    onSaved: provider => {
      keepProvider(queries, provider)
      discover(provider.id)
      navigate({ to: '/providers/$providerId', params: { providerId: provider.id } }).catch(reportError)
    },
  })
  return <ProviderForm form={form} preset={preset} hasKey={false} isNew />
}
