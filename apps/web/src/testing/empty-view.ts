import {
  blankChat,
  type Chat,
  type ChatId,
  type ChatView,
  defaultAnswerSettings,
  defaultContextSettings,
  defaultWordingSettings,
} from '@stet/api/client'

/** A chat in which nothing was said. */
export function emptyChat(id: ChatId = 'chat_a'): Chat {
  return blankChat({
    id,
    workspaceId: 'ws_a',
    at: 0,
    settings: {
      model: { definition: 'demo', model: 'demo' },
      wording: defaultWordingSettings,
      documents: [],
      systemPrompt: '',
      context: defaultContextSettings({ caching: 'none' }),
      answer: defaultAnswerSettings,
      tools: [],
    },
  })
}

/** The same as a page knows it. */
export function emptyView(id?: ChatId): ChatView {
  return {
    chat: emptyChat(id),
    path: [],
    earlier: false,
    siblings: {},
    calls: {},
    progress: {},
    runs: [],
    drafts: [],
    waiting: [],
    rootsAbove: [],
    todosAbove: [],
    pendingEnvironment: null,
    compactions: [],
    questions: [],
  }
}
