import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Lift } from '../chat.ts'
import type { MessageId } from '../id.ts'
import { hasToolCalls, isAside, isCheckpoint, type Message, type Path, toolCallsOf } from '../message.ts'
import { lastLink, pathOf, pathTo } from '../path.ts'
import type { MessageFacts } from '../testing/history-builder.ts'
import {
  answered,
  asked,
  called,
  chatHistories,
  createHistoryBuilder,
  request,
  resulted,
  titled,
} from '../testing/index.ts'
import { childrenOf, type Tree, treeOf } from '../tree.ts'
import {
  activeCheckpoint,
  isCompactionOff,
  isLifted,
  isStepBoundary,
  liftCheckpoint,
  liftedOn,
  resumeCompaction,
  unliftCheckpoint,
} from './checkpoint.ts'

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

it('[H6] a summary after a clear covers what follows it', () => {
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

it('refuses a summary that covers a message that is not on the path', () => {
  const { builder, second, active } = fourMessages()
  const elsewhere = builder.ids.message()
  const made = builder.add(second, summary(elsewhere))
  expect(() => active()).toThrow(`checkpoint ${made} covers ${elsewhere}, which is not on the path`)
})

describe('isStepBoundary', () => {
  it('[H6] lies anywhere but between calls and their results, and never on an aside', () => {
    const builder = createHistoryBuilder()
    const call = builder.ids.call()
    const question = builder.add(null, asked('?'))
    const title = builder.add(question, titled('a title'))
    const calls = builder.add(question, called([call]))
    const results = builder.add(calls, resulted([call]))
    const conclusion = builder.add(results, answered('!'))
    const path = pathOf(treeOf(builder.messages()), { tip: null })
    expect(path.map(message => message.id)).toEqual([question, title, calls, results, conclusion])
    expect(path.map((_, index) => isStepBoundary(path, index))).toEqual([true, false, false, true, true])
  })

  it('[H6] does not lie behind calls that nothing answers yet', () => {
    const builder = createHistoryBuilder()
    const calls = builder.add(builder.add(null, asked('?')), called([builder.ids.call()]))
    builder.add(calls, { role: 'env-changed', roots: [], added: [], removed: [], directives: [] })
    const path = pathOf(treeOf(builder.messages()), { tip: null })
    expect(path.map((_, index) => isStepBoundary(path, index))).toEqual([true, false, false])
  })

  it('[H6] does not lie between an unreadable message and the results of its calls', () => {
    const builder = createHistoryBuilder()
    const corrupt = builder.add(builder.add(null, asked('?')), { role: 'unreadable', because: 'its seal is broken' })
    builder.add(corrupt, resulted([builder.ids.call()]))
    const path = pathOf(treeOf(builder.messages()), { tip: null })
    expect(path.map((_, index) => isStepBoundary(path, index))).toEqual([true, false, true])
  })

  it('never separates a call from its result, on the whole path and on a part of it that holds the step', () => {
    fc.assert(
      fc.property(chatHistories(), ({ chat, messages }) => {
        const path = pathOf(treeOf(messages), chat)
        path.forEach((message, index) => {
          if (!isStepBoundary(path, index)) return
          const calls = path.slice(0, index + 1).flatMap(toolCallsOf)
          const results = path.slice(0, index + 1).flatMap(m => (m.role === 'tool-results' ? m.parts : []))
          expect(results.map(part => part.callId)).toEqual(calls.map(part => part.callId))
          expect(isAside(message)).toBe(false)
          const start = path.findLastIndex((m, at) => at <= index && !isAside(m) && m.role !== 'env-changed')
          if (start !== -1) expect(isStepBoundary(path.slice(start), index - start)).toBe(true)
        })
      }),
      { numRuns: 100 },
    )
  })

  it('refuses an index beside the path', () => {
    expect(() => isStepBoundary([], 0)).toThrow('the path of 0 messages has none at 0')
  })
})

describe('toolCallsOf', () => {
  it('finds the calls of an assistant message, in their order, and of nothing else', () => {
    const builder = createHistoryBuilder()
    const calls = [builder.ids.call(), builder.ids.call()]
    builder.add(null, called(calls))
    builder.add(null, resulted(calls))
    builder.add(null, answered('!'))
    const messages = builder.messages()
    expect(messages.map(message => toolCallsOf(message).map(part => part.callId))).toEqual([calls, [], []])
    expect(messages.map(hasToolCalls)).toEqual([true, false, false])
  })
})

function clearedThenForked() {
  const builder = createHistoryBuilder()
  const question = builder.add(null, asked('?'))
  const cleared = builder.add(question, { role: 'clear' })
  const answer = builder.add(question, answered('!'))
  const pathToAnswer = pathTo(treeOf(builder.messages()), answer)
  const one = builder.add(answer, asked('one'))
  const other = builder.add(answer, asked('other'))
  const tree = treeOf(builder.messages())
  return { cleared, question, answer, one, other, tree, pathToAnswer, path: (id: MessageId) => pathTo(tree, id) }
}

describe('liftCheckpoint', () => {
  it('[H6] lifts below the last link of the path, and switches automatic compaction off there', () => {
    const { cleared, answer, one, other, pathToAnswer, path, question } = clearedThenForked()
    const lifts = liftCheckpoint({ lifts: [] }, cleared, pathToAnswer)
    expect(lifts).toEqual([{ checkpoint: cleared, below: answer, automaticCompaction: 'off' }])
    expect([question, answer, one, other].map(id => isLifted(path(id), lifts, cleared))).toEqual([
      false,
      true,
      true,
      true,
    ])
    expect([question, answer, one, other].map(id => isCompactionOff(path(id), lifts))).toEqual([
      false,
      true,
      true,
      true,
    ])
  })

  it('[H6] lifts once what is lifted already', () => {
    const { cleared, one, pathToAnswer, path } = clearedThenForked()
    const lifts = liftCheckpoint({ lifts: [] }, cleared, pathToAnswer)
    expect(liftCheckpoint({ lifts }, cleared, path(one))).toBe(lifts)
  })

  it('refuses a message that is not a checkpoint of the path', () => {
    const { answer, pathToAnswer } = clearedThenForked()
    expect(() => liftCheckpoint({ lifts: [] }, answer, pathToAnswer)).toThrow(`checkpoint ${answer} is not on the path`)
  })

  it('[H6] restores exactly what was there before the checkpoint, on that branch only', () => {
    fc.assert(
      fc.property(chatHistories(), fc.nat(), fc.nat(), ({ chat, messages }, pickPath, pickCheckpoint) => {
        const tree = treeOf(messages)
        const paths = pathsOf(tree, messages)
        const path = pickFrom(paths, pickPath)
        const checkpoint = pickFrom((path ?? []).filter(isCheckpoint), pickCheckpoint)
        fc.pre(path !== undefined && checkpoint !== undefined)
        const lifts = liftCheckpoint(chat, checkpoint.id, path)
        const without = path.filter(message => message.id !== checkpoint.id)
        expect(activeCheckpoint(path, lifts)?.checkpoint).toBe(activeCheckpoint(without, chat.lifts)?.checkpoint)
        for (const other of paths.filter(candidate => candidate !== path)) {
          expect(activeCheckpoint(other, lifts)).toEqual(activeCheckpoint(other, chat.lifts))
        }
        // Taking back a lift that the chat had before would not give back what the chat had before.
        if (lifts !== chat.lifts) expect(unliftCheckpoint(tree, { lifts }, checkpoint.id, path)).toEqual(chat.lifts)
      }),
      { numRuns: 60 },
    )
  })
})

describe('unliftCheckpoint', () => {
  it('[H6] [X2] takes a lift back on one branch and leaves it on another that shares it', () => {
    const { cleared, one, other, tree, pathToAnswer, path } = clearedThenForked()
    const lifts = liftCheckpoint({ lifts: [] }, cleared, pathToAnswer)
    const after = unliftCheckpoint(tree, { lifts }, cleared, path(one))
    expect(after).toEqual([{ checkpoint: cleared, below: other, automaticCompaction: 'off' }])
  })

  it('[H6] [X2] changes what holds on that path alone, whatever was lifted where', () => {
    fc.assert(
      fc.property(liftedHistories(), fc.nat(), ({ tree, paths, lifts }, pick) => {
        const path = pickFrom(paths, pick)
        const lifted = path === undefined ? undefined : [...liftedOn(path, lifts)][0]
        fc.pre(path !== undefined && lifted !== undefined)
        const after = unliftCheckpoint(tree, { lifts }, lifted, path)
        for (const each of paths) {
          const expected = new Set(liftedOn(each, lifts))
          if (each === path) expected.delete(lifted)
          expect(liftedOn(each, after)).toEqual(expected)
        }
      }),
      { numRuns: 100 },
    )
  })
})

describe('resumeCompaction', () => {
  it('[H6] switches automatic compaction on again on that path alone; what is lifted stays lifted', () => {
    fc.assert(
      fc.property(liftedHistories(), fc.nat(), ({ tree, paths, lifts }, pick) => {
        const path = pickFrom(paths, pick)
        fc.pre(path !== undefined && isCompactionOff(path, lifts))
        const after = resumeCompaction(tree, { lifts }, path)
        for (const each of paths) {
          expect(isCompactionOff(each, after)).toBe(each === path ? false : isCompactionOff(each, lifts))
          expect(liftedOn(each, after)).toEqual(liftedOn(each, lifts))
        }
      }),
      { numRuns: 100 },
    )
  })

  it('[H6] [X2] keeps the lift for new branches, and compaction off on existing ones', () => {
    const { cleared, answer, one, other, tree, pathToAnswer, path } = clearedThenForked()
    const lifts = liftCheckpoint({ lifts: [] }, cleared, pathToAnswer)
    expect(resumeCompaction(tree, { lifts }, path(one))).toEqual([
      { checkpoint: cleared, below: answer, automaticCompaction: 'on' },
      { checkpoint: cleared, below: other, automaticCompaction: 'off' },
    ])
  })

  it('[H6] leaves lifts alone where nothing is off', () => {
    const { cleared, answer, tree, path } = clearedThenForked()
    const lifts: readonly Lift[] = [{ checkpoint: cleared, below: answer, automaticCompaction: 'on' }]
    expect(resumeCompaction(tree, { lifts }, path(answer))).toEqual(lifts)
  })
})

it('[H6] every checkpoint of a suffix is lifted exactly when it is on the whole path', () => {
  fc.assert(
    fc.property(liftedHistories(), ({ paths, lifts }) => {
      for (const path of paths) {
        const whole = liftedOn(path, lifts)
        path.forEach((message, start) => {
          if (isAside(message)) return
          const part = path.slice(start)
          const lifted = part.filter(m => isCheckpoint(m) && isLifted(part, lifts, m.id))
          expect(lifted).toEqual(part.filter(m => isCheckpoint(m) && whole.has(m.id)))
        })
      }
    }),
    { numRuns: 50 },
  )
})

/** Lifts made at inner messages too, as they are when the chat continued below them. */
function liftedHistories() {
  const picks = fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 4 })
  return fc.tuple(chatHistories(), picks).map(([{ chat, messages }, chosen]) => {
    const tree = treeOf(messages)
    let lifts = chat.lifts
    for (const [pickCheckpoint, pickLink] of chosen) {
      const checkpoint = pickFrom(messages.filter(isCheckpoint), pickCheckpoint)
      const below = messages.map(message => pathTo(tree, message.id)).filter(path => path.some(m => m === checkpoint))
      const path = pickFrom(below, pickLink)
      if (checkpoint !== undefined && path !== undefined) lifts = liftCheckpoint({ lifts }, checkpoint.id, path)
    }
    return { tree, paths: pathsOf(tree, messages), lifts }
  })
}

function pathsOf(tree: Tree, messages: readonly Message[]): readonly Path[] {
  const leaves = messages.filter(message => !isAside(message) && childrenOf(tree, message.id).length === 0)
  return leaves.map(leaf => pathTo(tree, leaf.id)).filter(path => lastLink(path) !== null)
}

function pickFrom<Value>(values: readonly Value[], pick: number): Value | undefined {
  return values[pick % Math.max(values.length, 1)]
}
