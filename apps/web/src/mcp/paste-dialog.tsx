import type { ShownMcpServer, WorkspaceId } from '@stet/api/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentence } from '../formats/sentence.ts'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { Field } from '../ui/controls/field.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { refreshServers } from './mcp-query.ts'

interface PasteDialogProps {
  workspaceId: WorkspaceId
  onClose: () => void
  onAdded: (servers: readonly ShownMcpServer[]) => void
}

/** Imports servers from the configuration of other programs. They start switched off. */
export function PasteDialog({ workspaceId, onClose, onAdded }: PasteDialogProps) {
  const { client, newKey } = useServices()
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const add = useMutation({
    mutationFn: () => client.importMcpServers(workspaceId, { text, key: newKey() }),
    onSuccess: async ({ servers }) => {
      await refreshServers(queries, workspaceId)
      onAdded(servers)
    },
  })
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title="Paste a configuration"
      description="The mcpServers JSON that the documentation of a server shows. Servers are added switched off, so that you can look at each command first."
    >
      <Field label="JSON" error={add.error === null ? undefined : `Nothing was added: ${sentence(add.error.message)}`}>
        {input => (
          <textarea
            {...input}
            rows={10}
            spellCheck={false}
            value={text}
            onChange={event => setText(event.target.value)}
            placeholder={
              '{\n  "mcpServers": {\n    "memory": {\n      "command": "npx",\n      "args": ["-y", "@modelcontextprotocol/server-memory"]\n    }\n  }\n}'
            }
            className="figures block w-full resize-y rounded border border-line-strong bg-raised px-2.5 py-1.5 text-small coarse:text-read"
          />
        )}
      </Field>
      <div className="mt-5 flex justify-end gap-2">
        <Button look="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button look="primary" disabled={add.isPending || text.trim() === ''} onClick={() => add.mutate()}>
          Add servers
        </Button>
      </div>
    </Dialog>
  )
}
