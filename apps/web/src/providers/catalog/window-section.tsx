import type { ListedModel, ShownProvider } from '@stet/api/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentence } from '../../formats/sentence.ts'
import { formatWindow } from '../../models/model-words.ts'
import { forgetProviders } from '../../models/providers-query.ts'
import { useServices } from '../../state/services.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'

interface WindowSectionProps {
  provider: ShownProvider
  model: ListedModel
  onDone: () => void
}

/** A window that the server decides only when it loads the model, and a button that sets it there (P3). */
export function WindowSection({ provider, model: { facts }, onDone }: WindowSectionProps) {
  const { client } = useServices()
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const tokens = /^\d{1,9}$/u.test(text.trim()) ? Number(text.trim()) : 0
  const set = useMutation({
    mutationFn: () => client.setWindow(provider.id, { model: facts.model, tokens }),
    onSuccess: ({ error }) => {
      if (error === null) onDone()
    },
    onSettled: () => forgetProviders(queries),
  })
  const trouble = set.error?.message ?? set.data?.error?.message
  return (
    <form
      className="mt-4 rounded border border-line bg-desk p-3"
      onSubmit={event => {
        event.preventDefault()
        if (tokens > 0) set.mutate()
      }}
    >
      <p className="font-medium">The context window is uncertain</p>
      <p className="mt-0.5 text-ink-soft">
        Ollama decides it when it loads the model, probably {formatWindow(facts.contextWindow)} tokens, and silently
        drops what exceeds it. Setting it here stores <code>num_ctx</code> with the model in Ollama. A larger window
        needs more memory.
      </p>
      <div className="mt-3 flex flex-wrap items-end gap-2">
        <TextField
          label="Window in Ollama (tokens)"
          mono
          inputMode="numeric"
          value={text}
          placeholder="32768"
          onChange={setText}
        />
        <Button type="submit" look="outline" disabled={tokens === 0 || set.isPending}>
          {set.isPending ? 'Setting…' : 'Set window'}
        </Button>
      </div>
      {trouble !== undefined && (
        <p role="alert" className="mt-2 text-red">
          {sentence(trouble)}
        </p>
      )}
    </form>
  )
}
