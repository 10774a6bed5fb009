import type { ListedModel, ShownProvider } from '@stet/api/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentence } from '../../formats/sentence.ts'
import { abilitiesOf, formatWindow, windowOf } from '../../models/model-words.ts'
import { formatPrice, priceSource } from '../../models/price-words.ts'
import { keepProvider } from '../../models/providers-query.ts'
import { useServices } from '../../state/services.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { readOverrideDraft, toOverrideDraft } from './override-draft.ts'
import { OverrideFields } from './override-fields.tsx'
import { WindowSection } from './window-section.tsx'

interface ModelDialogProps {
  provider: ShownProvider
  model: ListedModel
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What is known of a model, and what the user knows better. */
export function ModelDialog({ provider, model, open, onOpenChange }: ModelDialogProps) {
  const { facts } = model
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={facts.name} description={facts.model}>
      <Known model={model} />
      {facts.uncertainWindow === true && (
        <WindowSection provider={provider} model={model} onDone={() => onOpenChange(false)} />
      )}
      <OverrideForm provider={provider} model={model} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Known({ model: { facts, prices, note } }: { model: ListedModel }) {
  const can = abilitiesOf(facts)
  return (
    <div className="space-y-1 text-ink-soft">
      <p>
        {facts.contextWindow === null ? 'Unknown context window.' : `${windowOf(facts)} token window.`}{' '}
        {facts.outputLimit !== null && `Answers up to ${formatWindow(facts.outputLimit)} tokens. `}
        {can.length === 0 ? 'Text only.' : `Text, ${can.join(', ')}.`}
      </p>
      <p>{priceSource(prices)}</p>
      {prices?.tiers.map(({ above, prices: tier }) => (
        <p key={above}>
          Above {formatWindow(above)} tokens of input: {formatPrice(tier.input)} in, {formatPrice(tier.output)} out.
        </p>
      ))}
      {note && <p>{sentence(note)}</p>}
    </div>
  )
}

function OverrideForm({
  provider,
  model,
  onDone,
}: {
  provider: ShownProvider
  model: ListedModel
  onDone: () => void
}) {
  const { client, newKey } = useServices()
  const queries = useQueryClient()
  const { facts } = model
  const kept = provider.overrides[facts.model] ?? null
  const [draft, setDraft] = useState(() => toOverrideDraft(kept))
  const read = readOverrideDraft(draft, model)
  const errors = read.kind === 'invalid' ? read.errors : new Map<string, string>()
  const save = useMutation({
    mutationFn: (override: ShownProvider['overrides'][string] | null) =>
      client.overrideModel(provider.id, { model: facts.model, override, key: newKey() }),
    onSuccess: changed => {
      keepProvider(queries, changed)
      onDone()
    },
  })
  return (
    <form
      className="mt-5 border-t border-line pt-4"
      onSubmit={event => {
        event.preventDefault()
        if (read.kind === 'valid') save.mutate(read.override)
      }}
    >
      <h3 className="font-semibold">Override</h3>
      <p className="mt-0.5 text-ink-faint">Leave a field empty to keep the known value.</p>
      <OverrideFields model={model} draft={draft} errors={errors} onChange={setDraft} />
      {save.isError && (
        <p role="alert" className="mt-3 text-red">
          Nothing was changed. {save.error.message}
        </p>
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        {kept !== null && (
          <Button icon="undo" className="mr-auto" disabled={save.isPending} onClick={() => save.mutate(null)}>
            Reset to defaults
          </Button>
        )}
        <Button look="outline" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" look="primary" disabled={read.kind === 'invalid' || save.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}
