import type { ListedModel, ShownProvider } from '@stet/api/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentence } from '../../formats/sentence.ts'
import { abilitiesOf, formatWindow } from '../../models/model-words.ts'
import { formatPrice, priceSource } from '../../models/price-words.ts'
import { keepProvider } from '../../models/providers-query.ts'
import { useServices } from '../../state/services.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { abilities, priceNames, readOverrideForm, reasoningOptions, toOverrideForm } from './override-form.ts'

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
      <OverrideFields provider={provider} model={model} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Known({ model: { facts, prices, note } }: { model: ListedModel }) {
  const can = abilitiesOf(facts)
  return (
    <div className="space-y-1 text-ink-soft">
      <p>
        {facts.contextWindow === null
          ? 'Unknown context window.'
          : `${formatWindow(facts.contextWindow)} token window.`}{' '}
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

function OverrideFields({
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
  const { facts, prices } = model
  const kept = provider.overrides[facts.model] ?? null
  const [form, setForm] = useState(() => toOverrideForm(kept))
  const read = readOverrideForm(form, model)
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
      <div className="mt-3 grid gap-x-4 gap-y-3 min-[24rem]:grid-cols-2">
        <TextField
          label="Context window (tokens)"
          error={errors.get('contextWindow')}
          mono
          inputMode="numeric"
          value={form.contextWindow}
          placeholder={facts.contextWindow === null ? 'unknown' : String(facts.contextWindow)}
          onChange={contextWindow => setForm({ ...form, contextWindow })}
        />
        <TextField
          label="Longest answer (tokens)"
          error={errors.get('outputLimit')}
          mono
          inputMode="numeric"
          value={form.outputLimit}
          placeholder={facts.outputLimit === null ? 'unknown' : String(facts.outputLimit)}
          onChange={outputLimit => setForm({ ...form, outputLimit })}
        />
        {abilities.map(({ ability, label }) => (
          <SelectField
            key={ability}
            label={label}
            value={form.takes[ability]}
            options={[
              { value: 'known', label: `Default (${facts.takes[ability] ? 'yes' : 'no'})` },
              { value: 'yes', label: 'Yes' },
              { value: 'no', label: 'No' },
            ]}
            onChange={answer => setForm({ ...form, takes: { ...form.takes, [ability]: answer } })}
          />
        ))}
        <SelectField
          label="Reasoning"
          value={form.reasoning}
          options={reasoningOptions(facts.reasoning)}
          onChange={reasoning => setForm({ ...form, reasoning })}
        />
      </div>
      <h4 className="mt-5 font-medium">Prices (USD per million tokens)</h4>
      <div className="mt-2 grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
        {priceNames.map(({ name, label }) => (
          <TextField
            key={name}
            label={label}
            error={errors.get(`prices.${name}`)}
            mono
            inputMode="decimal"
            value={form.prices[name]}
            placeholder={prices?.prices[name] === null || prices === null ? 'unknown' : String(prices.prices[name])}
            onChange={price => setForm({ ...form, prices: { ...form.prices, [name]: price } })}
          />
        ))}
      </div>
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
