import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Lift } from './chat.ts'
import { activeCheckpoint } from './checkpoint.ts'
import type { MessageId } from './id.ts'
import { isAside } from './message.ts'
import { pathOf, pathTo } from './path.ts'
import { answered, asked, chatHistories, createHistoryBuilder, type MessageFacts, request } from './testing/index.ts'
import { treeOf } from './tree.ts'

const clear: MessageFacts = { role: 'clear' }

function summary(coversThrough: MessageId): MessageFacts {
  return { role: 'summary', parts: [], coversThrough, form: 'prose', request: request(null) }
}

function fourMessages() {
  const builder = createHistoryBuilder()
  const first = builder.add(null, asked('1'))
  const second = builder.add(first, answered('2'))
  const third = builder.add(second, asked('3'))
  const fourth = builder.add(third, answered('4'))
  return {
    builder,
    first,
    second,
    third,
    fourth,
    active: (lifts: readonly Lift[] = [], tip: MessageId = fourth) => {
      const path = pathTo(treeOf(builder.messages()), tip)
      const found = activeCheckpoint(path, lifts)
      return found === null ? null : { checkpoint: found.checkpoint.id, covers: path[found.coversIndex]?.id }
    },
  }
}

it('[H6] finds none where there is none', () => {
  expect(fourMessages().active()).toBeNull()
})

it('[H6] of several summaries the one covering most wins, also when it is the older', () => {
  const { builder, first, third, active } = fourMessages()
  const most = builder.add(third, summary(third))
  builder.add(first, summary(first))
  expect(active()).toEqual({ checkpoint: most, covers: third })
})

it('[H6] of several on one message the newest wins, a clear as well as a summary', () => {
  const { builder, second, active } = fourMessages()
  builder.add(second, summary(second))
  const again = builder.add(second, summary(second))
  expect(active()).toEqual({ checkpoint: again, covers: second })
  const cleared = builder.add(second, clear)
  expect(active()).toEqual({ checkpoint: cleared, covers: second })
})

it('[H6] a clear drops every summary above it', () => {
  const { builder, second, third, active } = fourMessages()
  const cleared = builder.add(third, clear)
  builder.add(second, summary(second))
  expect(active()).toEqual({ checkpoint: cleared, covers: third })
})

it('[H6] a summary after a clear stands for what follows it', () => {
  const { builder, first, third, active } = fourMessages()
  builder.add(first, clear)
  const after = builder.add(third, summary(third))
  expect(active()).toEqual({ checkpoint: after, covers: third })
})

it('[H6] a summary holds on every path that contains what it covers, and on no other', () => {
  const { builder, first, second, active } = fourMessages()
  const made = builder.add(second, summary(second))
  const edited = builder.add(second, asked('edited'))
  const retried = builder.add(first, answered('retried'))
  expect(active([], edited)).toEqual({ checkpoint: made, covers: second })
  expect(active([], retried)).toBeNull()
})

it('[H6] lifted, it gives way to the one before it', () => {
  const { builder, first, third, fourth, active } = fourMessages()
  const before = builder.add(first, summary(first))
  const lifted = builder.add(third, summary(third))
  const lifts: readonly Lift[] = [{ checkpoint: lifted, below: fourth, automaticCompaction: 'off' }]
  expect(active(lifts)).toEqual({ checkpoint: before, covers: first })
  expect(active(lifts, builder.add(third, answered('retried')))).toEqual({ checkpoint: lifted, covers: third })
})

it('[H6] is the same on every suffix from the message it hangs on', () => {
  fc.assert(
    fc.property(chatHistories(), ({ chat, messages }) => {
      const path = pathOf(treeOf(messages), chat)
      const whole = activeCheckpoint(path, chat.lifts)
      for (let start = 0; start <= (whole?.coversIndex ?? -1); start += 1) {
        if (path.slice(start, start + 1).some(isAside)) continue
        const part = activeCheckpoint(path.slice(start), chat.lifts)
        expect(part?.checkpoint).toBe(whole?.checkpoint)
        expect(start + (part?.coversIndex ?? -1)).toBe(whole?.coversIndex)
      }
    }),
    { numRuns: 100 },
  )
})

it('refuses a summary that stands for what is not on the path', () => {
  const { builder, second, active } = fourMessages()
  const elsewhere = builder.ids.message()
  const made = builder.add(second, summary(elsewhere))
  expect(() => active()).toThrow(`checkpoint ${made} covers ${elsewhere}, which is not on the path`)
})
