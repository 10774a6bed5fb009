import { ApiError, type ShownProvider } from '@stet/api/client'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sentence } from '../../formats/sentence.ts'
import { useServices } from '../../state/services.ts'
import { type ProviderDraft, sameDraft, toForm } from './provider-draft.ts'

interface ProviderFormOptions {
  /** What the form begins with, and goes back to. */
  readonly start: ProviderDraft
  /** Null while it is not kept yet. */
  readonly providerId: string | null
  readonly onSaved: (provider: ShownProvider) => void
}

const noErrors: ReadonlyMap<string, string> = new Map()

/** A definition that is being filled in: changed, tested as it is, saved. */
export function useProviderForm({ start, providerId, onSaved }: ProviderFormOptions) {
  const { client, newKey } = useServices()
  const [edited, setEdited] = useState<ProviderDraft | null>(null)
  const attempt = useRef<{ readonly content: string; readonly key: string } | null>(null)
  const draft = edited ?? start
  const isChanged = edited !== null && !sameDraft(edited, start)
  const unsaved = useRef(isChanged)
  unsaved.current = isChanged

  const save = useMutation({
    mutationFn: (form: ReturnType<typeof toForm>) => {
      const content = JSON.stringify(form)
      // The same form sent again after an answer was lost must not make a second provider.
      if (attempt.current?.content !== content) attempt.current = { content, key: newKey() }
      const command = { form, key: attempt.current.key }
      return providerId === null ? client.addProvider(command) : client.changeProvider(providerId, command)
    },
    onSuccess: saved => {
      attempt.current = null
      // Leaving the page now needs no confirmation: nothing is lost.
      unsaved.current = false
      if (providerId !== null) setEdited(null)
      onSaved(saved)
    },
  })
  const test = useMutation({
    mutationFn: (form: ReturnType<typeof toForm>) =>
      providerId === null ? client.testProvider({ form }) : client.testKeptProvider(providerId, { form }),
  })

  return {
    draft,
    isChanged,
    hasUnsaved: () => unsaved.current,
    /** Why the last attempt came to nothing. */
    failure: save.error ?? test.error,
    errors: errorsOf(save.error ?? test.error),
    /** What no field is to blame for. */
    trouble: troubleOf(save.error) ?? troubleOf(test.error),
    saving: save.isPending,
    testing: test.isPending,
    tested: test.data ?? null,
    isTestStale: test.variables !== undefined && JSON.stringify(test.variables) !== JSON.stringify(toForm(draft)),
    change(part: Partial<ProviderDraft>): void {
      if (save.error) save.reset()
      if (test.error) test.reset()
      setEdited({ ...draft, ...part })
    },
    revert(): void {
      save.reset()
      test.reset()
      setEdited(null)
    },
    save: () => save.mutate(toForm(draft)),
    test(): void {
      save.reset()
      test.mutate(toForm(draft))
    },
  }
}

export type ProviderFormState = ReturnType<typeof useProviderForm>

function errorsOf(error: Error | null): ReadonlyMap<string, string> {
  return error instanceof ApiError && error.field !== null
    ? new Map([[error.field, sentence(error.message)]])
    : noErrors
}

function troubleOf(error: Error | null): string | null {
  return error === null || (error instanceof ApiError && error.field !== null) ? null : sentence(error.message)
}
