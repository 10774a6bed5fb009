import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Lift } from './chat.ts'
import { activeCheckpoint } from './checkpoint.ts'
import type { MessageId } from './id.ts'
import { isCompactionOff, isLifted, liftCheckpoint, liftedOn, resumeCompaction, unliftCheckpoint } from './lift.ts'
import { isAside, isCheckpoint, type Message, type Path } from './message.ts'
import { lastLink, pathTo } from './path.ts'
import { answered, asked, chatHistories, createHistoryBuilder } from './testing/index.ts'
import { childrenOf, type Tree, treeOf } from './tree.ts'

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

  it('refuses what is no checkpoint of the path', () => {
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

  it('[H6] [X2] keeps the lift for branches still to come, and compaction off on those that are there', () => {
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

it('[H6] tells of every checkpoint of a suffix whether it is lifted as the whole path does', () => {
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

/** Lifts made at inner messages too, as they are when the chat went on below them. */
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
