import type { Preset } from '@stet/api/client'
import { useEffect, useRef } from 'react'
import { FormBar } from './form-bar.tsx'
import { ProviderFields } from './provider-fields.tsx'
import type { ProviderFormState } from './use-provider-form.ts'

interface ProviderFormProps {
  form: ProviderFormState
  preset: Preset | null
  hasKey: boolean
  /** Whether it is filled in for the first time. */
  isNew: boolean
}

/** Enter saves from any field; the first field that was refused gets the focus. */
export function ProviderForm({ form, preset, hasKey, isNew }: ProviderFormProps) {
  const place = useRef<HTMLFormElement>(null)
  const { failure } = form

  useEffect(() => {
    if (failure !== null) place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failure])

  return (
    <form
      ref={place}
      noValidate
      autoComplete="off"
      onSubmit={event => {
        event.preventDefault()
        if ((isNew || form.isChanged) && !form.saving) form.save()
      }}
    >
      <ProviderFields form={form} preset={preset} hasKey={hasKey} isNew={isNew} />
      <FormBar form={form} isNew={isNew} />
    </form>
  )
}
