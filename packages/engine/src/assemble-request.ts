import { assemble, createTokenCounts, defaultContextSettings } from '@stet/context'
import type { Chat, ModelFacts, ModelRequest } from '@stet/history'
import { ModelError } from '@stet/models'
import { type Run, readPath, type Store } from '@stet/store'

interface Assembled {
  readonly run: Run
  readonly chat: Chat
  readonly facts: ModelFacts
}

/** What the model is shown: the path to the message it answers, as context decides. */
export async function assembleRequest(store: Store, { run, chat, facts }: Assembled): Promise<ModelRequest> {
  const path = await readPath(store, run.chatId, run.below, { limit: Number.POSITIVE_INFINITY })
  const { lifts, marks, settings } = chat
  const assembly = assemble({
    path,
    lifts,
    marks,
    settings: defaultContextSettings(facts),
    model: facts,
    system: settings.systemPrompt,
    documents: [],
    tools: [],
    tokens: createTokenCounts(),
    previous: null,
    cache: { state: 'unknown' },
    outputLimit: null,
    freezeMarks: false,
  })
  if (assembly.kind === 'cannot-fit') throw new ModelError('context-too-long', { message: assembly.because })
  return assembly.request
}
