import type { ListedModel } from '@stet/api/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { keepProvider } from '../../models/providers-query.ts'
import { useServices } from '../../state/services.ts'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FieldHelp, inputBorder, inputLook } from '../../ui/controls/field.tsx'

/** A model that the provider does not list is there by its name. */
export function AddModel({ providerId, known }: { providerId: string; known: readonly ListedModel[] }) {
  const { client, newKey } = useServices()
  const queries = useQueryClient()
  const id = useId()
  const [name, setName] = useState('')
  const model = name.trim()
  const isKnown = known.some(({ facts }) => facts.model === model)
  const add = useMutation({
    mutationFn: () => client.overrideModel(providerId, { model, override: {}, key: newKey() }),
    onSuccess: changed => {
      keepProvider(queries, changed)
      setName('')
    },
  })
  return (
    <form
      className="mt-5"
      onSubmit={event => {
        event.preventDefault()
        if (model !== '' && !isKnown) add.mutate()
      }}
    >
      <label htmlFor={id} className="mb-1 block w-fit font-medium">
        Add a model by name
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          aria-describedby={`${id}-help`}
          autoComplete="off"
          spellCheck={false}
          placeholder="Model ID"
          value={name}
          onChange={event => setName(event.target.value)}
          className={classNames(inputLook, inputBorder(undefined), 'figures max-w-80')}
        />
        <Button
          type="submit"
          look="outline"
          className="h-9 coarse:h-11"
          disabled={model === '' || isKnown || add.isPending}
        >
          Add
        </Button>
      </div>
      <FieldHelp
        id={`${id}-help`}
        help={isKnown ? 'Already listed.' : undefined}
        error={add.isError ? `Not added. ${add.error.message}` : undefined}
      />
    </form>
  )
}
