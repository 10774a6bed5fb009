import type { DismissCommand } from '../engine.ts'
import { EngineError } from '../engine-error.ts'
import type { EngineRoom } from '../engine-room.ts'
import { readChat } from '../read-chat.ts'
import { tellCompaction } from './tell-compaction.ts'

/** Takes a summary that failed out of sight. */
export async function dismissCompaction(room: EngineRoom, command: DismissCommand): Promise<void> {
  const { key, chatId, compactionId: id } = command
  await room.commands.once({ key, command: 'dismiss', input: [chatId, id], toAnswer: () => null }, async keep => {
    await readChat(room.store, chatId)
    const found = room.compactions.of(chatId).find(compaction => compaction.id === id)
    if (found?.state === 'working') throw new EngineError('run-active', 'this summary is still being made; stop it')
    await room.store.write([keep(null)])
    tellCompaction(room, { kind: 'compaction-dismissed', chatId, id })
    return null
  })
}
