import type { ListedModel, ShownProvider } from '@stet/api/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useId, useState } from 'react'
import { sentence } from '../../formats/sentence.ts'
import { findModels } from '../../models/group-models.ts'
import { forgetModels, modelsQuery, workspaceQuery } from '../../models/models-query.ts'
import { useServices } from '../../state/services.ts'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { inputBorder, inputLook } from '../../ui/controls/field.tsx'
import { WritingDots } from '../../ui/graphics/writing-dots.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { lazyPart } from '../../ui/parts/lazy-part.tsx'
import { AddModel } from './add-model.tsx'
import { catalogWords } from './catalog-words.ts'
import { ModelTable } from './model-table.tsx'
import { PriceListNote } from './price-list-note.tsx'
import { useDiscovery, useIsDiscovering } from './use-discovery.ts'

const ModelDialog = lazyPart(async () => (await import('./model-dialog.tsx')).ModelDialog)

/** Some providers have hundreds; more are drawn when they are asked for. */
const FIRST = 60

export function ModelsSection({ provider }: { provider: ShownProvider }) {
  const { discover, error } = useDiscovery()
  const discovering = useIsDiscovering(provider.id)
  const { catalog } = provider
  return (
    <section className="mt-10">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-read font-semibold">Models</h2>
        <p role="status" className="min-w-0 flex-1 text-ink-faint">
          {discovering ? (
            <span className="inline-flex items-center gap-3">
              <WritingDots />
              Loading models from {provider.name}…
            </span>
          ) : (
            catalogWords(catalog, Date.now())
          )}
        </p>
        <Button look="outline" icon="retry" disabled={discovering} onClick={() => discover(provider.id)}>
          {catalog.at === null ? 'Load models' : 'Refresh'}
        </Button>
      </div>
      {(error || catalog.error) && !discovering && (
        <div role="alert" className="mt-3">
          <Notice tone="trouble" title={`${provider.name} did not list its models`}>
            {sentence(error?.message ?? catalog.error?.message ?? '')}{' '}
            {catalog.count > 0 && 'The models below are from before. '}
            Use Test above to find out why.
          </Notice>
        </div>
      )}
      {provider.enabled ? (
        <Models provider={provider} />
      ) : (
        <p className="mt-3 text-ink-soft">Enable this provider to use its models.</p>
      )}
    </section>
  )
}

function Models({ provider }: { provider: ShownProvider }) {
  const { client, newKey } = useServices()
  const queries = useQueryClient()
  const id = useId()
  const list = useQuery(modelsQuery(client))
  const workspace = useQuery(workspaceQuery(client))
  const [typed, setTyped] = useState('')
  const [shownCount, setShownCount] = useState(FIRST)
  const [opened, setOpened] = useState<{ readonly model: ListedModel; readonly open: boolean } | null>(null)
  const choose = useMutation({
    mutationFn: ({ facts }: ListedModel) =>
      client.changeDefaultModel({ model: { definition: facts.definition, model: facts.model }, key: newKey() }),
    onSuccess: () => forgetModels(queries),
  })

  if (list.isPending) return <Skeleton label="Loading models" />
  if (list.isError) {
    return (
      <p role="alert" className="mt-3 text-red">
        Could not load the models. {list.error.message}
      </p>
    )
  }
  const models = list.data.models.filter(({ facts }) => facts.definition === provider.id)
  const found = findModels(models, typed)
  const shown = found.slice(0, shownCount)
  return (
    <>
      {models.length > 8 && (
        <input
          type="search"
          aria-label="Search models"
          aria-controls={id}
          placeholder="Search"
          value={typed}
          onChange={event => setTyped(event.target.value)}
          className={classNames(inputLook, inputBorder(undefined), 'mt-3')}
        />
      )}
      <div id={id} className="mt-3">
        {found.length > 0 && workspace.data?.chosenModel === null && (
          <p className="mb-3 text-ink-soft">Choose “Use” to make a model the default for new chats.</p>
        )}
        {found.length > 0 && (
          <ModelTable
            models={shown}
            chosen={workspace.data?.chosenModel ?? null}
            onChoose={model => choose.mutate(model)}
            onOpen={model => setOpened({ model, open: true })}
          />
        )}
        {found.length === 0 && models.length > 0 && (
          <p role="status" className="text-ink-soft">
            No matching models.
          </p>
        )}
        {found.length > shown.length && (
          <Button look="outline" className="mt-3" onClick={() => setShownCount(found.length)}>
            Show all {found.length}
          </Button>
        )}
      </div>
      {choose.isError && (
        <p role="alert" className="mt-3 text-red">
          Not changed. {choose.error.message}
        </p>
      )}
      {choose.data && (
        <div role="status" className="mt-3 flex flex-wrap items-center gap-3">
          <p>New chats now use {choose.data.model.name}.</p>
          <ButtonLink to="/">New chat</ButtonLink>
        </div>
      )}
      <AddModel providerId={provider.id} known={models} />
      <PriceListNote />
      <Suspense>
        {opened && (
          <ModelDialog
            key={opened.model.facts.model}
            provider={provider}
            model={opened.model}
            open={opened.open}
            onOpenChange={open => setOpened({ ...opened, open })}
          />
        )}
      </Suspense>
    </>
  )
}
