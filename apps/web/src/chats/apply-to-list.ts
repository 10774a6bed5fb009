import {
  type ChatEntry,
  type ChatEvent,
  type ChatId,
  type ChatPage,
  type ChatPlace,
  type ListedChat,
  toChatEntry,
} from '@stet/api/client'

export type ReadableChat = Extract<ListedChat, { kind: 'chat' }>

/** The pages of one of the lists after an event. The newest activity is on top; chats that moved elsewhere or were deleted are left out. */
export function applyToList(pages: readonly ChatPage[], place: ChatPlace, event: ChatEvent): readonly ChatPage[] {
  switch (event.kind) {
    case 'chat-changed': {
      if (event.chat.calledBy !== null) return pages
      const known = find(pages, event.chatId)
      const now = known?.kind === 'chat' ? known : { running: false, waiting: null }
      return put(pages, place, { ...now, kind: 'chat', chat: toChatEntry(event.chat) })
    }
    case 'chat-listed':
      return put(pages, place, { kind: 'chat', chat: event.chat, running: event.running, waiting: event.waiting })
    case 'run-started':
    case 'run-resumed':
      return change(pages, event.chatId, { running: true })
    case 'run-ended':
      return change(pages, event.chatId, { running: false })
    case 'waiting-changed':
      return change(pages, event.chatId, { waiting: event.waiting })
    case 'message-added':
    case 'calls-changed':
    case 'workspaces-changed':
    case 'request-ended':
    case 'messages-removed':
    case 'message-waits':
    case 'message-withdrawn':
    case 'title-ended':
    case 'call-questions-changed':
    case 'step-started':
    case 'call-progress':
    case 'part-started':
    case 'part-delta':
    case 'retrying':
    case 'question-asked':
    case 'question-decided':
    case 'compaction-started':
    case 'compaction-changed':
    case 'compaction-ended':
    case 'compaction-dismissed':
    case 'snapshot':
      return pages
  }
}

function put(pages: readonly ChatPage[], place: ChatPlace, next: ReadableChat): readonly ChatPage[] {
  const { chat } = next
  const known = find(pages, chat.id)
  if (!isListed(chat, place)) return known === undefined ? pages : without(pages, chat.id)
  if (known?.kind === 'chat' && known.chat.activeAt === chat.activeAt) return replace(pages, next)
  return insert(without(pages, chat.id), next)
}

export function isListed(chat: ChatEntry, place: ChatPlace): boolean {
  return chat.place === place && chat.deleteAt === null
}

/** Above the first chat that was not active later. One that belongs below all that are loaded comes with the next page. */
function insert(pages: readonly ChatPage[], next: ReadableChat): readonly ChatPage[] {
  const isBelow = (listed: ListedChat) => listed.kind === 'chat' && listed.chat.activeAt <= next.chat.activeAt
  const found = pages.findIndex(page => page.chats.some(isBelow))
  const last = pages.length - 1
  if (found === -1 && pages[last]?.next !== null) return pages
  const at = found === -1 ? last : found
  return pages.map((page, index) => {
    if (index !== at) return page
    const before = page.chats.findIndex(isBelow)
    return { ...page, chats: page.chats.toSpliced(before === -1 ? page.chats.length : before, 0, next) }
  })
}

export function listedId(listed: ListedChat): ChatId {
  return listed.kind === 'chat' ? listed.chat.id : listed.id
}

function find(pages: readonly ChatPage[], id: ChatId): ListedChat | undefined {
  return pages.flatMap(page => page.chats).find(listed => listedId(listed) === id)
}

function change(
  pages: readonly ChatPage[],
  id: ChatId,
  now: Partial<Pick<ReadableChat, 'running' | 'waiting'>>,
): readonly ChatPage[] {
  const known = find(pages, id)
  if (known?.kind !== 'chat') return pages
  const next = { ...known, ...now }
  return next.running === known.running && next.waiting === known.waiting ? pages : replace(pages, next)
}

function replace(pages: readonly ChatPage[], next: ListedChat): readonly ChatPage[] {
  const id = listedId(next)
  return pages.map(page =>
    page.chats.some(listed => listedId(listed) === id)
      ? { ...page, chats: page.chats.map(listed => (listedId(listed) === id ? next : listed)) }
      : page,
  )
}

function without(pages: readonly ChatPage[], id: ChatId): readonly ChatPage[] {
  return pages.map(page =>
    page.chats.some(listed => listedId(listed) === id)
      ? { ...page, chats: page.chats.filter(listed => listedId(listed) !== id) }
      : page,
  )
}
