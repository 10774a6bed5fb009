import type { MessageId, OutlinedBranch, OutlinedTurn, OutlinePage } from '@stet/api/client'
import { expect, it } from 'vitest'
import { type LineName, type OutlineRow, stepInTree, toLine, toOutlineRows } from './outline-rows.ts'

const message = (id: MessageId) => ({ id, at: 1, words: id, model: null })
const branch = (first: MessageId): OutlinedBranch => ({ first, beside: 'msg_a', message: message(first), messages: 1 })

function turn(name: string, branches: readonly OutlinedBranch[] = [], unlisted = 0): OutlinedTurn {
  return { question: message(`msg_${name}`), answer: null, branches, unlisted }
}

function page(turns: readonly OutlinedTurn[], facts: Partial<OutlinePage> = {}): OutlinePage {
  const parting = turns.flatMap(({ branches, unlisted }, index) =>
    branches.length === 0 ? [] : [[index, branches.length + Math.min(unlisted, 1)] as const],
  )
  return { from: 0, turns, total: turns.length, parting, at: null, ...facts }
}

const lines = (given: Readonly<Record<string, readonly OutlinePage[]>>) =>
  new Map(
    Object.entries(given).flatMap(([name, pages]) => {
      const line = toLine(pages)
      return line === null ? [] : [[name as LineName, line] as const]
    }),
  )

const nothing = { closedTurns: new Set<string>(), openBranches: new Set<MessageId>() }

function drawn(rows: readonly OutlineRow[]): readonly string[] {
  return rows.map(row => {
    const indent = '  '.repeat(row.level - 1)
    if (row.kind === 'more') return `${indent}${row.count} more`
    const what = row.kind === 'turn' ? row.turn?.question?.id : row.branch?.first
    return `${indent}${row.kind} ${what ?? '?'} ${row.place}/${row.size}`
  })
}

it('[H4] the tree has the turns of the shown branch, what parts from each, and the turns of a branch that is opened', () => {
  const known = lines({
    shown: [page([turn('a', [branch('msg_x'), branch('msg_y')], 3), turn('b')])],
    msg_y: [page([turn('y1'), turn('y2', [branch('msg_z')])])],
  })
  expect(drawn(toOutlineRows(known, nothing))).toEqual([
    'turn msg_a 1/2',
    '  branch msg_x 1/3',
    '  branch msg_y 2/3',
    '  3 more',
    'turn msg_b 2/2',
  ])
  expect(drawn(toOutlineRows(known, { ...nothing, openBranches: new Set(['msg_y']) })).slice(2, 6)).toEqual([
    '  branch msg_y 2/3',
    '    turn msg_y1 1/2',
    '    turn msg_y2 2/2',
    '      branch msg_z 1/1',
  ])
  const closed = { ...nothing, closedTurns: new Set(['shown:0']) }
  expect(drawn(toOutlineRows(known, closed))).toEqual(['turn msg_a 1/2', 'turn msg_b 2/2'])
})

it('[V3] the rows of a long chat are known before its pages are loaded, so that nothing moves', () => {
  const last = page([turn('last')], { from: 9_999, total: 10_000, parting: [[7, 2]] })
  const before = toOutlineRows(lines({ shown: [last] }), nothing)
  expect([before.length, drawn(before)[7], drawn(before)[8], drawn(before).at(-1)]).toEqual([
    10_002,
    'turn ? 8/10000',
    '  branch ? 1/2',
    'turn msg_last 10000/10000',
  ])
  const first = page([turn('first')], { total: 10_000, parting: last.parting })
  expect(toOutlineRows(lines({ shown: [last, first] }), nothing).map(({ key }) => key)).toEqual(
    before.map(({ key }) => key),
  )
})

it('[H4] arrow keys walk the tree, open and close it, and lead to the parent', () => {
  const rows = toOutlineRows(lines({ shown: [page([turn('a', [branch('msg_x')]), turn('b')])] }), nothing)
  const step = (at: number, key: string) => stepInTree(rows, at, key)
  expect([step(0, 'ArrowDown'), step(0, 'ArrowUp'), step(2, 'ArrowDown')]).toEqual([{ to: 1 }, { to: 0 }, { to: 2 }])
  expect([step(0, 'ArrowRight'), step(0, 'ArrowLeft')]).toEqual([{ to: 1 }, 'toggle'])
  expect([step(1, 'ArrowRight'), step(1, 'ArrowLeft')]).toEqual(['toggle', { to: 0 }])
  expect([step(2, 'ArrowRight'), step(2, 'ArrowLeft'), step(1, 'End'), step(1, 'Home')]).toEqual([
    null,
    null,
    { to: 2 },
    { to: 0 },
  ])
})
