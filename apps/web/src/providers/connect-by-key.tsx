import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { presetsQuery } from '../models/providers-query.ts'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { SelectField } from '../ui/controls/select-field.tsx'
import { TextField } from '../ui/controls/text-field.tsx'
import { recogniseKey } from './recognise-key.ts'
import type { useConnectKey } from './use-connect-key.ts'

/** A field for a key. Its provider is known by the key, or chosen. */
export function ConnectByKey({ connect: { mutate, isPending, error } }: { connect: ReturnType<typeof useConnectKey> }) {
  const { client } = useServices()
  const { data } = useQuery(presetsQuery(client))
  const [key, setKey] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const presets = (data?.presets ?? []).filter(preset => preset.key === 'needed' && !preset.asksBaseUrl)
  const preset = presets.find(({ id }) => id === (chosen ?? recogniseKey(key)?.preset)) ?? null
  const typed = key.trim()
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={event => {
        event.preventDefault()
        if (preset !== null && typed !== '') mutate({ preset, key: typed })
      }}
    >
      <TextField
        label="API key"
        type="password"
        mono
        placeholder="Paste a key"
        value={key}
        className="min-w-60 flex-1"
        error={error === null ? undefined : `Could not connect. ${error.message}`}
        onChange={setKey}
      />
      {typed !== '' && (
        <>
          <SelectField
            label="Provider"
            value={preset?.id ?? ''}
            options={[
              ...(preset === null ? [{ value: '', label: 'Choose a provider' }] : []),
              ...presets.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            className="min-w-48"
            onChange={setChosen}
          />
          <Button type="submit" look="primary" className="h-9 coarse:h-11" disabled={preset === null || isPending}>
            {isPending ? 'Connecting…' : 'Connect'}
          </Button>
        </>
      )}
    </form>
  )
}
