import type { ChatView, Client } from '@stet/api/client'

/** The whole shown path, also what is not loaded, and the messages beside those on it. */
export async function readWholePath(
  client: Pick<Client, 'earlier'>,
  view: ChatView,
): Promise<Pick<ChatView, 'path' | 'siblings'>> {
  let { path, siblings, earlier } = view
  for (let first = path[0]; earlier && first !== undefined; first = path[0]) {
    const page = await client.earlier(view.chat.id, { before: first.id, limit: 100 })
    path = [...page.path, ...path]
    siblings = { ...page.siblings, ...siblings }
    earlier = page.earlier
  }
  return { path, siblings }
}
