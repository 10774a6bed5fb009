import type { MessageId, OutlinedBranch, OutlinedTurn, OutlinePage } from '@stet/api/client'

/** The shown branch, or another by its first message. */
export type LineName = 'shown' | MessageId

/** What is known of a line: how long it is and where others part from it, and the turns of the pages that were loaded. */
export interface Line {
  readonly total: number
  /** How many rows the branches take that part at a turn. */
  readonly parting: ReadonlyMap<number, number>
  readonly turns: ReadonlyMap<number, OutlinedTurn>
}

export type Lines = ReadonlyMap<LineName, Line>

interface Place {
  readonly key: string
  /** From 1, as in a tree. */
  readonly level: number
  /** Among the rows of its level, from 1. */
  readonly place: number
  readonly size: number
  readonly parent: string | null
}

export type OutlineRow = Place &
  (
    | {
        readonly kind: 'turn'
        readonly line: LineName
        readonly index: number
        /** Null until its page is loaded. */
        readonly turn: OutlinedTurn | null
        /** Null where no branch parts. */
        readonly isOpen: boolean | null
      }
    | {
        readonly kind: 'branch'
        readonly line: LineName
        readonly index: number
        readonly branch: OutlinedBranch | null
        readonly isOpen: boolean
      }
    | { readonly kind: 'more'; readonly count: number }
  )

/** What the user opened and closed: branches are closed and turns are open unless it says otherwise. */
export interface Toggled {
  readonly closedTurns: ReadonlySet<string>
  readonly openBranches: ReadonlySet<MessageId>
}

export function toLine(pages: readonly OutlinePage[]): Line | null {
  const [first] = pages
  if (first === undefined) return null
  const turns = new Map(pages.flatMap(page => page.turns.map((turn, at) => [page.from + at, turn] as const)))
  return { total: first.total, parting: new Map(first.parting), turns }
}

/** The tree from top to bottom, with a row for each turn of an open line, whether it is loaded or not: nothing moves when a page arrives. */
export function toOutlineRows(lines: Lines, toggled: Toggled): readonly OutlineRow[] {
  const rows: OutlineRow[] = []
  putLine(rows, lines, toggled, 'shown', 1, null)
  return rows
}

function putLine(
  rows: OutlineRow[],
  lines: Lines,
  toggled: Toggled,
  name: LineName,
  level: number,
  parent: string | null,
): void {
  const line = lines.get(name)
  if (line === undefined) return
  for (let index = 0; index < line.total; index += 1) {
    const turn = line.turns.get(index) ?? null
    const parting = line.parting.get(index) ?? 0
    const key = turnKey(name, index)
    const isOpen = parting === 0 ? null : !toggled.closedTurns.has(key)
    rows.push({ kind: 'turn', key, level, place: index + 1, size: line.total, parent, line: name, index, turn, isOpen })
    if (isOpen !== true) continue
    for (let at = 0; at < parting; at += 1) {
      const place = { key: `${key}/${at}`, level: level + 1, place: at + 1, size: parting, parent: key }
      const branch = turn?.branches[at] ?? null
      if (branch === null && turn !== null) rows.push({ ...place, kind: 'more', count: turn.unlisted })
      else {
        const isBranchOpen = branch !== null && toggled.openBranches.has(branch.first)
        rows.push({ ...place, kind: 'branch', line: name, index, branch, isOpen: isBranchOpen })
        if (branch !== null && isBranchOpen) putLine(rows, lines, toggled, branch.first, level + 2, place.key)
      }
    }
  }
}

export function turnKey(line: LineName, index: number): string {
  return `${line}:${index}`
}

/** Where an arrow key leads in the tree: to another row, or to opening or closing this one. Null where it leads nowhere. */
export function stepInTree(
  rows: readonly OutlineRow[],
  at: number,
  key: string,
): { readonly to: number } | 'toggle' | null {
  const row = rows[at]
  if (row === undefined) return rows.length === 0 ? null : { to: 0 }
  const isOpen = row.kind === 'more' ? null : row.isOpen
  switch (key) {
    case 'ArrowDown':
      return { to: Math.min(at + 1, rows.length - 1) }
    case 'ArrowUp':
      return { to: Math.max(at - 1, 0) }
    case 'Home':
      return { to: 0 }
    case 'End':
      return { to: rows.length - 1 }
    case 'PageDown':
      return { to: Math.min(at + 10, rows.length - 1) }
    case 'PageUp':
      return { to: Math.max(at - 10, 0) }
    case 'ArrowRight':
      if (isOpen === false) return 'toggle'
      return isOpen === true && at + 1 < rows.length ? { to: at + 1 } : null
    case 'ArrowLeft': {
      if (isOpen === true) return 'toggle'
      const parent = rows.findIndex(({ key: of }) => of === row.parent)
      return parent === -1 ? null : { to: parent }
    }
    default:
      return null
  }
}
