import type { ChatEvent, ChatPage, ListedChat } from '@stet/api/client'

/** The pages of the list after an event. The newest activity is on top; a chat that is not known yet is put there too. */
export function applyToList(pages: readonly ChatPage[], event: ChatEvent): readonly ChatPage[] {
  switch (event.kind) {
    case 'chat-changed': {
      const { id, title, place, activeAt } = event.chat
      const known = find(pages, id)
      const running = known?.kind === 'chat' && known.running
      return put(pages, { kind: 'chat', chat: { id, title, place, activeAt }, running })
    }
    case 'chat-listed':
      return put(pages, { kind: 'chat', chat: event.chat, running: event.running })
    case 'run-started':
    case 'run-resumed':
      return setRunning(pages, event.chatId, true)
    case 'run-ended':
      return setRunning(pages, event.chatId, false)
    case 'message-added':
    case 'request-ended':
    case 'messages-removed':
    case 'message-waits':
    case 'message-withdrawn':
    case 'title-ended':
    case 'calls-changed':
    case 'step-started':
    case 'call-progress':
    case 'part-started':
    case 'part-delta':
    case 'retrying':
    case 'compaction-started':
    case 'compaction-changed':
    case 'compaction-ended':
    case 'compaction-dismissed':
    case 'snapshot':
      return pages
  }
}

/** On top when there was activity in it since. */
function put(pages: readonly ChatPage[], next: Extract<ListedChat, { kind: 'chat' }>): readonly ChatPage[] {
  const known = find(pages, next.chat.id)
  const active = known?.kind !== 'chat' || next.chat.activeAt !== known.chat.activeAt
  return active ? toTop(pages, next) : replace(pages, next)
}

export function listedId(listed: ListedChat): string {
  return listed.kind === 'chat' ? listed.chat.id : listed.id
}

function find(pages: readonly ChatPage[], id: string): ListedChat | undefined {
  return pages.flatMap(page => page.chats).find(listed => listedId(listed) === id)
}

function setRunning(pages: readonly ChatPage[], id: string, running: boolean): readonly ChatPage[] {
  const known = find(pages, id)
  return known?.kind === 'chat' && known.running !== running ? replace(pages, { ...known, running }) : pages
}

function replace(pages: readonly ChatPage[], next: ListedChat): readonly ChatPage[] {
  const id = listedId(next)
  return pages.map(page =>
    page.chats.some(listed => listedId(listed) === id)
      ? { ...page, chats: page.chats.map(listed => (listedId(listed) === id ? next : listed)) }
      : page,
  )
}

function toTop(pages: readonly ChatPage[], next: ListedChat): readonly ChatPage[] {
  const id = listedId(next)
  return pages.map((page, index) => {
    const others = page.chats.filter(listed => listedId(listed) !== id)
    return { ...page, chats: index === 0 ? [next, ...others] : others }
  })
}
