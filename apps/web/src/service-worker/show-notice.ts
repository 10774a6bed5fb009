/** What a page asks the service worker to show while nobody looks. */
export interface WantedNotice {
  readonly kind: 'notice'
  /** One for each chat: a newer one takes its place, and several tabs show one. */
  readonly chatId: string
  readonly title: string
  readonly body: string
}

interface OpenPage {
  readonly url: string
  readonly visibilityState: string
  focus(): Promise<unknown>
  postMessage(message: OpenChat): void
}

/** Sent to a page whose notification was clicked. */
export interface OpenChat {
  readonly kind: 'open-chat'
  readonly chatId: string
}

export interface NoticeDeps {
  readonly scope: string
  readonly pages: () => Promise<readonly OpenPage[]>
  readonly show: (title: string, options: NotificationOptions) => Promise<void>
  readonly openWindow: (url: string) => Promise<unknown>
}

/** Nothing is shown while the user looks at any page of this home. */
export async function showNotice({ pages, show, scope }: NoticeDeps, wanted: WantedNotice): Promise<void> {
  const ours = (await pages()).filter(({ url }) => url.startsWith(scope))
  if (ours.some(({ visibilityState }) => visibilityState === 'visible')) return
  const { title, body, chatId } = wanted
  await show(title, { body, tag: chatId, icon: `${scope}icon-192.png`, data: { chatId } })
}

/** Goes to the chat, in a page that is open if there is one. */
export async function openFromNotice({ pages, openWindow, scope }: NoticeDeps, chatId: string): Promise<void> {
  const ours = (await pages()).filter(({ url }) => url.startsWith(scope))
  const target = ours.find(({ url }) => url.includes(chatId)) ?? ours[0]
  if (target === undefined) {
    await openWindow(`${scope}chats/${chatId}`)
    return
  }
  await target.focus()
  target.postMessage({ kind: 'open-chat', chatId })
}
