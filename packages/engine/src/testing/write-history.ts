import type { Chat, Message } from '@stet/history'
import { type Store, toChatPut, toMessagePut } from '@stet/store'
import { scriptedSettings } from './test-home.ts'

/** A chat with everything that was said in it, to be answered by the scripted model. Attachments are named and not there. */
export async function writeHistory(
  store: Store,
  { chat, messages }: { readonly chat: Chat; readonly messages: readonly Message[] },
): Promise<void> {
  await store.write([toChatPut({ ...chat, settings: scriptedSettings }, { expect: 0, order: 'next' })])
  for (const { order: _order, ...message } of messages.toSorted((one, other) => one.order - other.order)) {
    if (message.role === 'unreadable') throw new Error('what cannot be read cannot be written')
    const put = toMessagePut(message)
    await store.write([{ ...put, refs: put.refs.filter(ref => !ref.startsWith('blob:')) }])
  }
}
