import type { McpServerId } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue, useId, useState } from 'react'
import { useServices } from '../../state/services.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Revealed } from '../../ui/text/revealed.tsx'

/** What is filled in: the arguments of a prompt, or the variables of a resource's address. */
export interface Filled {
  readonly serverId: McpServerId
  readonly of:
    | { readonly kind: 'prompt'; readonly name: string }
    | { readonly kind: 'template'; readonly template: string }
  readonly fields: readonly { readonly name: string; readonly description: string; readonly required: boolean }[]
  /** Whether the server suggests values. */
  readonly completes: boolean
}

interface FillFormProps {
  filled: Filled
  isPending: boolean
  onCancel: () => void
  onFilled: (given: Readonly<Record<string, string>>) => void
}

export function FillForm({ filled, isPending, onCancel, onFilled }: FillFormProps) {
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({})
  const { fields } = filled
  const isFilled = fields.every(({ name, required }) => !required || (given[name] ?? '').trim() !== '')

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isFilled) onFilled(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')))
  }

  return (
    <form onSubmit={submit} className="space-y-4">
      {fields.map(field => (
        <SuggestedField
          key={field.name}
          filled={filled}
          field={field}
          given={given}
          onChange={value => setGiven(before => ({ ...before, [field.name]: value }))}
        />
      ))}
      <div className="flex justify-end gap-2">
        <Button look="outline" onClick={onCancel}>
          Back
        </Button>
        <Button look="primary" type="submit" disabled={!isFilled || isPending}>
          Insert
        </Button>
      </div>
    </form>
  )
}

interface SuggestedFieldProps {
  filled: Filled
  field: Filled['fields'][number]
  given: Readonly<Record<string, string>>
  onChange: (value: string) => void
}

/** A field with what the server suggests for it. Without suggestions it is a plain one: typing never waits for them. */
function SuggestedField({ filled, field, given, onChange }: SuggestedFieldProps) {
  const { client } = useServices()
  const list = useId()
  const { serverId, of, completes } = filled
  const { name, description, required } = field
  const value = given[name] ?? ''
  const [touched, setTouched] = useState(false)
  const asked = useDeferredValue(value)
  const { [name]: _own, ...others } = given
  const { data: suggested = [] } = useQuery({
    queryKey: ['mcp', 'complete', serverId, of, name, asked, others],
    queryFn: async () => (await client.completeMcp(serverId, { of, name, value: asked, given: others })).values,
    enabled: completes && touched,
    placeholderData: before => before,
    retry: false,
  })
  return (
    <>
      <TextField
        label={required ? name : `${name} (optional)`}
        help={<Revealed text={description} />}
        value={value}
        list={list}
        onFocus={() => setTouched(true)}
        onChange={onChange}
      />
      <datalist id={list}>
        {suggested.map(each => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </>
  )
}
