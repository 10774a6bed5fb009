import { Suspense } from 'react'
import { lazyPart } from '../ui/parts/lazy-part.tsx'
import type { PromptViewProps } from './prompt-view.tsx'

// Most chats are read without it: it is fetched when it is first opened.
const PromptView = lazyPart(async () => (await import('./prompt-view.tsx')).PromptView)

/** `children` are shown below the prompt. */
export function ChatPrompt({ chat, effect, children }: PromptViewProps) {
  return (
    <Suspense>
      <PromptView chat={chat} effect={effect}>
        {children}
      </PromptView>
    </Suspense>
  )
}
