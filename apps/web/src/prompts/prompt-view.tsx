import type { Chat, RenderedPrompt } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatMoment } from '../formats/format-moment.ts'
import { useServices } from '../state/services.ts'
import { useAttempt } from '../state/use-attempt.ts'
import { Button } from '../ui/controls/button.tsx'
import { useNow } from '../ui/hooks/use-now.ts'
import { PromptEditor } from './prompt-editor.tsx'

export interface PromptViewProps {
  chat: Chat
  /** What a text that is not saved changes in the next request. */
  effect: (systemPrompt: string) => ReactNode
  children?: ReactNode
}

/** The system prompt of a chat: as it is written, and as the model reads it. */
export function PromptView({ chat, effect, children }: PromptViewProps) {
  const { client, newKey } = useServices()
  const { settings, prompt, roots } = chat
  const { data: values = null } = useQuery({
    queryKey: ['prompt-values', chat.id, settings.model, settings.tools, roots],
    queryFn: () => client.promptValues(chat.id),
  })
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-3 pb-4">
      <PromptEditor
        name={`${chat.id}/system-prompt`}
        saved={settings.systemPrompt}
        values={values}
        sent={prompt?.text}
        applies="Applies from your next message, and resets the provider’s cache for this chat."
        effect={effect}
        onSave={text => client.changeSystemPrompt(chat.id, { text, key: newKey() })}
      />
      {prompt !== null && (prompt.text !== settings.systemPrompt || prompt.tools.length > 0) && (
        <SentPrompt chat={chat} prompt={prompt} />
      )}
      {children}
    </div>
  )
}

/** What requests send, which changes only when it is rendered again. */
function SentPrompt({ chat, prompt }: { chat: Chat; prompt: RenderedPrompt }) {
  const { client, newKey } = useServices()
  const { trouble, attempt } = useAttempt()
  const now = useNow(false)
  return (
    <section aria-label="Sent with each request" className="mt-5 border-t border-line pt-3">
      <div className="flex items-center gap-2">
        <h3 className="min-w-0 flex-1 font-medium">Sent with each request</h3>
        <Button
          look="outline"
          icon="retry"
          onClick={() => void attempt('Could not update the prompt', client.refreshPrompt(chat.id, { key: newKey() }))}
        >
          Update now
        </Button>
      </div>
      <p className="mt-1 text-small text-pretty text-ink-faint">
        Filled in {formatMoment(prompt.at, now)}. It is filled in again at a summary or a clear, so that the date or a
        listing does not reset the provider’s cache in between.
      </p>
      {trouble !== null && (
        <p role="alert" className="mt-2 text-red">
          {trouble.what}. {trouble.because}
        </p>
      )}
      {prompt.text !== '' && <Rendered text={prompt.text} />}
      {prompt.tools.map(({ name, text }) => (
        <div key={name} className="mt-3">
          <h4 className="text-small text-ink-faint">
            Added by <bdi className="font-mono">{name}</bdi>
          </h4>
          <Rendered text={text} />
        </div>
      ))}
    </section>
  )
}

function Rendered({ text }: { text: string }) {
  return (
    <p dir="auto" className="mt-2 border-l-2 border-line pl-3 whitespace-pre-wrap wrap-anywhere text-ink-soft">
      {text}
    </p>
  )
}
