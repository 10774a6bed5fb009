import { CHAT_COMMANDS, type ChatAnswer, type ChatCommand } from '@stet/commands'
import { makeId } from '@stet/history'
import { fromMessageRow, MESSAGES_SHELF } from '@stet/store'
import { writeSummary } from '../../compaction/write-summary.ts'
import type { EngineContext } from '../../engine-context.ts'
import { EngineError } from '../../runtime/engine-error.ts'
import { checkAlone, previewsOn } from './summarise.ts'

/**
 * Saves what the user wrote as a new summary of the same messages, which replaces the edited one. Lifting it brings that one back (X2). An
 * edited preview is a preview.
 */
export async function editSummary(
  engine: EngineContext,
  command: ChatCommand<'editSummary'>,
): Promise<ChatAnswer<'editSummary'>> {
  const { chatId, checkpointId, text } = command
  if (text.trim() === '') throw new EngineError('invalid', 'text: a summary cannot be empty', 'text')
  return engine.commands.once(CHAT_COMMANDS.editSummary, command, keep =>
    engine.chats.hold(chatId, async () => {
      checkAlone(engine, chatId)
      const row = await engine.store.get(MESSAGES_SHELF, checkpointId)
      const edited = row === null ? null : fromMessageRow(row)
      if (row === null || edited?.role !== 'summary' || edited.chatId !== chatId) {
        throw new EngineError('message-not-found', `there is no summary ${checkpointId} in this chat`)
      }
      const id = makeId('msg', engine.randomBytes(20))
      const { coversThrough, parts } = edited
      // The exact facts follow the text, and stay.
      const facts = parts
        .slice(1)
        .map(part => part.text)
        .join('\n\n')
      const form = edited.form === 'snapshot' ? 'snapshot' : 'prose'
      const check = { kind: 'check', shelf: MESSAGES_SHELF, id: checkpointId, expect: row.version } as const
      const waiting = await previewsOn(engine, chatId, coversThrough)
      const isPreview = waiting.includes(checkpointId)
      const step = isPreview ? ('preview' as const) : ('edit' as const)
      const summary = { id, chatId, coversThrough, text, facts, form, written: null, step } as const
      await writeSummary(engine, { ...summary, replaces: isPreview ? waiting : [] }, [check, keep({ messageId: id })])
      return { messageId: id }
    }),
  )
}
