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

  async function changeModel(wanted: string): Promise<void> {
    const { models } = await client.models()
    const lower = wanted.toLowerCase()
    const facts = models.map(each => each.facts)
    const found =
      facts.find(({ name, model }) => name.toLowerCase() === lower || model.toLowerCase() === lower) ??
      facts.find(({ name, model }) => name.toLowerCase().includes(lower) || model.toLowerCase().includes(lower))
    if (found === undefined) {
      fail({ what: 'Could not change the model', because: `No model is called ${wanted}. Type /model to choose one.` })
      return
    }
    const { definition, model } = found
    await client.changeModel(chatId, { definition, model, key: newKey() })
  }

  function summarise(form: 'prose' | 'snapshot'): void {
    const make = actions.compactions.summarise
    if (make !== null) make(form)
    else fail({ what: 'Could not summarise', because: 'There is nothing to summarise now.' })
  }

  function unexpose(path: string): void {
    const { roots } = view.chat
    const [only] = roots
    const hidden = path === '' && roots.length === 1 ? only : path
    if (hidden) void attempt('Could not hide the directory', client.unexpose(chatId, { path: hidden, key: newKey() }))
    else if (roots.length === 0) fail({ what: 'Nothing to hide', because: 'No directory is exposed in this chat.' })
    else fail({ what: 'Which directory?', because: `Type /unexpose and one of these: ${roots.join(', ')}` })
  }

  function run({ name, argument }: TypedSlash): void {
    dismiss()
    switch (name) {
      case 'model':
        if (argument === '') chooseModel()
        else void attempt('Could not change the model', changeModel(argument))
        break
      case 'title':
        if (argument === '') actions.naming.make()
        else void attempt('Could not rename the chat', client.rename(chatId, { title: argument, key: newKey() }))
        break
      case 'expose':
        if (argument === '') setDialog('expose')
        else void attempt('Could not expose the directory', client.expose(chatId, { path: argument, key: newKey() }))
        break
      case 'unexpose':
        unexpose(argument)
        break
      case 'clear':
        actions.messages.clear()
        break
      case 'compress':
        summarise('snapshot')
        break
      case 'summarise':
        summarise('prose')
        break
      case 'clearblobs':
        setDialog('clear-blobs')
        break
      case 'help':
        setDialog('help')
        break
    }
  }

  return { run, dialog, close: () => setDialog(null), trouble, dismiss }
}

export type Slash = ReturnType<typeof useSlash>
