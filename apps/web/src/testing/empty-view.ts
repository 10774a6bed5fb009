import {
  type Chat,
  type ChatId,
  type ChatView,
  defaultAnswerSettings,
  defaultContextSettings,
  defaultWordingSettings,
} from '@stet/api/client'

/** A chat in which nothing was said. */
export function emptyChat(id: ChatId = 'chat_a'): Chat {
  return {
    id,
    workspaceId: 'ws_a',
    place: 'open',
    createdAt: 0,
    activeAt: 0,
    title: null,
    settings: {
      model: { definition: 'demo', model: 'demo' },
      wording: defaultWordingSettings,
      systemPrompt: '',
      context: defaultContextSettings({ caching: 'none' }),
      answer: defaultAnswerSettings,
      tools: [],
    },
    tip: null,
    recentTips: [],
    marks: [],
    lifts: [],
    prompt: null,
    forkedFrom: null,
    calledBy: null,
    roots: [],
    deleteAt: null,
  }
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
    pendingEnvironment: null,
    compactions: [],
    questions: [],
  }
}
