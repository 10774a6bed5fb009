import type { ChatView, TypedSlash } from '@stet/api/client'
import { useState } from 'react'
import { useServices } from '../../state/services.ts'
import { useAttempt } from '../../state/use-attempt.ts'
import type { ChatActions } from '../use-chat-actions.ts'

/** Runs the commands that are typed into the composer of a chat (T11). */
export function useSlash(view: ChatView, actions: ChatActions, chooseModel: () => void) {
  const { client, newKey } = useServices()
  const { trouble, attempt, fail, dismiss } = useAttempt()
  const [dialog, setDialog] = useState<'help' | 'clear-blobs' | 'expose' | null>(null)
  const { id: chatId } = view.chat

  /** Resolves to whether there is such a model. */
  async function changeModel(wanted: string): Promise<boolean> {
    const { models } = await client.models()
    const lower = wanted.toLowerCase()
    const facts = models.map(each => each.facts)
    const found =
      facts.find(({ name, model }) => name.toLowerCase() === lower || model.toLowerCase() === lower) ??
      facts.find(({ name, model }) => name.toLowerCase().includes(lower) || model.toLowerCase().includes(lower))
    if (found === undefined) return false
    const { definition, model } = found
    await client.changeModel(chatId, { definition, model, key: newKey() })
    return true
  }

  function refuse(what: string, because: string): false {
    fail({ what, because })
    return false
  }

  async function model(wanted: string): Promise<boolean> {
    const what = 'Could not change the model'
    const changed = changeModel(wanted)
    if (!(await attempt(what, changed))) return false
    return (await changed) || refuse(what, `No model is called ${wanted}. Type /model to choose one.`)
  }

  async function summarise(form: 'prose' | 'snapshot'): Promise<boolean> {
    const make = actions.compactions.summarise
    return make === null ? refuse('Could not summarise', 'There is nothing to summarise now.') : make(form)
  }

  async function unexpose(path: string): Promise<boolean> {
    const { roots } = view.chat
    const [only] = roots
    const hidden = path === '' && roots.length === 1 ? only : path
    if (hidden) return attempt('Could not hide the directory', client.unexpose(chatId, { path: hidden, key: newKey() }))
    if (roots.length === 0) return refuse('Nothing to hide', 'No directory is exposed in this chat.')
    return refuse('Which directory?', `Type /unexpose and one of these: ${roots.join(', ')}`)
  }

  function open(next: NonNullable<typeof dialog>): true {
    setDialog(next)
    return true
  }

  async function run({ name, argument }: TypedSlash): Promise<boolean> {
    dismiss()
    switch (name) {
      case 'model':
        if (argument !== '') return model(argument)
        chooseModel()
        return true
      case 'title':
        if (argument === '') return actions.naming.make()
        return attempt('Could not rename the chat', client.rename(chatId, { title: argument, key: newKey() }))
      case 'expose':
        if (argument === '') return open('expose')
        return attempt('Could not expose the directory', client.expose(chatId, { path: argument, key: newKey() }))
      case 'unexpose':
        return unexpose(argument)
      case 'clear':
        return actions.messages.clear()
      case 'compress':
        return summarise('snapshot')
      case 'summarise':
        return summarise('prose')
      case 'clearblobs':
        return open('clear-blobs')
      case 'help':
        return open('help')
    }
  }

  return { run, dialog, close: () => setDialog(null), trouble, dismiss }
}

export type Slash = ReturnType<typeof useSlash>
