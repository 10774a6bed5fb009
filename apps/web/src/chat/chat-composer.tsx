import type { ChatView, FilePart, Mark, RunId, UserMessage } from '@stet/api/client'
import { useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { toAttachments } from '../attachments/to-attachments.ts'
import { MeterButton } from '../inspector/meter-button.tsx'
import type { InspectionOfChat } from '../inspector/use-inspection.ts'
import { ChatModel, useAnswering } from '../models/chat-model.tsx'
import { forgetGoneModel } from '../models/models-query.ts'
import type { ChatStore } from '../state/chat-store.ts'
import { nextParent } from '../state/chat-view.ts'
import { useServices } from '../state/services.ts'
import { ToolsButton } from '../tools/tools-button.tsx'
import { Composer } from './composer/composer.tsx'
import type { RunSlash } from './composer/use-slash-menu.ts'
import type { Panel } from './panel/use-panel.ts'
import type { ChatActions } from './use-chat-actions.ts'

interface ChatComposerProps {
  store: ChatStore
  view: ChatView
  running: RunId | null
  /** The message that is being edited; a new one is written where it is null. */
  edited: UserMessage | null
  onEdit: (message: UserMessage | null) => void
  hasPending: boolean
  actions: ChatActions
  panel: Panel
  inspection: InspectionOfChat
  picker: RefObject<HTMLButtonElement | null>
  onSlash: RunSlash
}

export function ChatComposer({ store, view, running, edited, onEdit, hasPending, ...props }: ChatComposerProps) {
  const { client, newKey } = useServices()
  const queries = useQueryClient()
  const { actions, panel, inspection } = props
  const { chat } = view
  const { summarise } = actions.compactions
  const facts = useAnswering(chat)?.facts ?? null
  return (
    <Composer
      key={edited?.id ?? chat.id}
      name={edited === null ? chat.id : `${chat.id}/${edited.id}`}
      editing={
        edited && {
          text: typedText(edited),
          files: filesOf(edited, chat.marks),
          onCancel: () => onEdit(null),
        }
      }
      facts={facts}
      workspaceId={chat.workspaceId}
      onEditLast={() => onEdit(view.path.findLast(message => message.role === 'user') ?? null)}
      model={<ChatModel chat={chat} button={props.picker} onSettings={() => panel.open('answer')} />}
      meter={
        <>
          <ToolsButton chat={chat} onOpen={() => panel.open('tools')} />
          <MeterButton chat={chat} state={inspection.state} onOpen={() => panel.open('request')} />
        </>
      }
      parentId={edited === null ? nextParent(view) : edited.parentId}
      mayBeEmpty={edited === null && (hasPending || actions.waiting.left)}
      handed={actions.waiting.handed}
      onSlash={props.onSlash}
      send={async (text, unsent, files) => {
        try {
          const sent = await client.send(chat.id, { text, ...unsent, attachments: toAttachments(files) })
          store.expect(sent.messageId)
        } catch (error) {
          await forgetGoneModel(queries, error)
          throw error
        }
        onEdit(null)
      }}
      onDraft={inspection.onDraft}
      onInspect={() => panel.open('settings')}
      onSummarise={summarise && (() => summarise('prose'))}
      onStop={
        running === null
          ? null
          : () => {
              client.stop(chat.id, { runId: running, key: newKey() }).catch(reportError)
            }
      }
    />
  )
}

function typedText({ parts }: UserMessage): string {
  return parts.flatMap(part => (part.kind === 'text' ? [part.text] : [])).join('\n\n')
}

/** Without those that were removed from the chat. */
function filesOf({ id, parts }: UserMessage, marks: readonly Mark[]): readonly FilePart[] {
  const released = marks.flatMap(mark => (mark.kind === 'released' && mark.messageId === id ? [mark.blob] : []))
  return parts.filter(part => part.kind === 'file').filter(({ blob }) => !released.includes(blob))
}
