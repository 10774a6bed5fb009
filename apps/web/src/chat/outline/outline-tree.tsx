import type { MessageId } from '@stet/api/client'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { OutlineRowView } from './outline-row-view.tsx'
import { type OutlineRow, stepInTree, type Toggled, toOutlineRows, turnKey } from './outline-rows.ts'
import type { useOutline } from './use-outline.ts'

interface OutlineTreeProps {
  /** The element of the tree, which scrolls. */
  scroller: RefObject<HTMLDivElement | null>
  outline: ReturnType<typeof useOutline>
  onGo: (messageId: MessageId) => void
  onCompare: (one: MessageId, other: MessageId) => void
}

const ROW = 52

/** One stop for the keyboard: the arrow keys walk it as a tree, Enter goes to the message, C compares a branch with the one it parts from. */
export function OutlineTree({ scroller, outline, onGo, onCompare }: OutlineTreeProps) {
  const id = useId()
  const { lines, first, want } = outline
  const [toggled, setToggled] = useState<Toggled>({ closedTurns: new Set(), openBranches: new Set() })
  const [chosen, setChosen] = useState<string | null>(null)
  const rows = useMemo(() => toOutlineRows(lines, toggled), [lines, toggled])
  const here = first === null ? null : turnKey('shown', first.at ?? Math.max(0, first.total - 1))
  const found = rows.findIndex(({ key }) => key === (chosen ?? here))
  const at = found === -1 ? 0 : found

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: index => rows[index]?.key ?? index,
    estimateSize: () => ROW,
    overscan: 4,
  })
  const shown = virtualizer.getVirtualItems()

  // What is looked at and not loaded.
  useEffect(() => {
    for (const { index } of shown) {
      const row = rows[index]
      if (row?.kind === 'turn' && row.turn === null) want(row.line, row.index)
      if (row?.kind === 'branch' && row.branch === null) want(row.line, row.index)
      if (row?.kind === 'branch' && row.isOpen && row.branch !== null && !lines.has(row.branch.first)) {
        want(row.branch.first, 0)
      }
    }
  })

  const isPlaced = useRef(false)
  useEffect(() => {
    if (here === null || isPlaced.current) return
    isPlaced.current = true
    virtualizer.scrollToIndex(at, { align: 'center' })
  }, [here, at, virtualizer])

  function choose(index: number): void {
    const row = rows[index]
    if (row === undefined) return
    setChosen(row.key)
    virtualizer.scrollToIndex(index, { align: 'auto' })
  }

  function toggle(row: OutlineRow | undefined): void {
    if (row === undefined || row.kind === 'more') return
    setChosen(row.key)
    if (row.kind === 'turn') setToggled(before => ({ ...before, closedTurns: without(before.closedTurns, row.key) }))
    else if (row.branch !== null) {
      const { first: branch } = row.branch
      setToggled(before => ({ ...before, openBranches: without(before.openBranches, branch) }))
    }
  }

  function compare(row: OutlineRow | undefined): void {
    if (row?.kind === 'branch' && row.branch !== null) onCompare(row.branch.beside, row.branch.first)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (event.key === 'Enter' || event.key === ' ') go(rows[at])
    else if (event.key === 'c') compare(rows[at])
    else {
      const step = stepInTree(rows, at, event.key)
      if (step === null) return
      if (step === 'toggle') toggle(rows[at])
      else choose(step.to)
    }
    event.preventDefault()
  }

  function onClick(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target : null
    const place = target?.closest('[data-index]')?.getAttribute('data-index')
    const row = place == null ? undefined : rows[Number(place)]
    if (target?.closest('[data-toggle]')) toggle(row)
    else if (target?.closest('[data-compare]')) compare(row)
    else go(row)
  }

  function go(row: OutlineRow | undefined): void {
    const message = row === undefined ? null : messageOf(row)
    if (message !== null) onGo(message)
  }

  return (
    <div
      ref={scroller}
      role="tree"
      aria-label="Turns and branches"
      aria-busy={first === null}
      aria-activedescendant={rows[at] && `${id}-${rows[at].key}`}
      tabIndex={0}
      data-scrolls
      onKeyDown={onKeyDown}
      onClick={onClick}
      className="group/tree min-h-0 flex-1 overflow-y-auto py-2 outline-none"
    >
      <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {shown.map(({ index, key, start }) => {
          const row = rows[index]
          return (
            row && (
              <div
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                role="presentation"
                className="absolute inset-x-0"
                style={{ top: start }}
              >
                <OutlineRowView id={`${id}-${row.key}`} row={row} isChosen={index === at} isHere={row.key === here} />
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}

function messageOf(row: OutlineRow): MessageId | null {
  if (row.kind === 'turn') return row.turn?.question?.id ?? row.turn?.answer?.id ?? null
  return row.kind === 'branch' ? (row.branch?.message.id ?? null) : null
}

/** The set with the item if it had none, otherwise without it. */
function without<T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> {
  return set.symmetricDifference(new Set([item]))
}
