import {
  Children,
  type ComponentProps,
  type CSSProperties,
  cloneElement,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useState,
} from 'react'
import type { ExtraProps } from 'react-markdown'
import { CopyTextButton } from '../ui/controls/copy-button.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { ROWS_AT_ONCE } from './split-blocks.ts'
import { compareCells, toCsv } from './table-text.ts'

interface Sorting {
  readonly column: number
  readonly descending: boolean
}

type Element = ReactElement<{ children?: ReactNode; style?: CSSProperties }>
type HastNode = NonNullable<ExtraProps['node']>['children'][number]

interface TableProps extends ComponentProps<'table'>, ExtraProps {
  /** Whether it is the rest of the table before it, which was too long to lay out at once. */
  continued: boolean
}

/** A table whose columns sort on a click and that is copied as CSV. One that is laid out in pieces cannot be sorted. */
export function Table({ node, children, continued }: TableProps) {
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const [head, body] = Children.toArray(children).filter(isElement)
  const texts = cellTexts(node?.children.find(isTag('tbody')))
  const sortable = !continued && texts.length > 1 && texts.length < ROWS_AT_ONCE
  return (
    <div className="table-view" data-continued={continued || undefined}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard */}
      <div className="table-scroll" tabIndex={0}>
        <table>
          {head && sortable ? withSorting(head, sorting, setSorting) : head}
          {body && sorting !== null && sortable ? sorted(body, texts, sorting) : body}
        </table>
      </div>
      {!continued && (
        <div className="table-tools">
          <CopyTextButton label="Copy as CSV" shown="Copy as CSV" text={csvAround} className="code-action" />
        </div>
      )}
    </div>
  )
}

function isElement(child: ReactNode): child is Element {
  return isValidElement(child)
}

function isTag(name: string) {
  return (child: HastNode): child is Extract<HastNode, { type: 'element' }> =>
    child.type === 'element' && child.tagName === name
}

function cellTexts(body: HastNode | undefined): readonly (readonly string[])[] {
  if (body?.type !== 'element') return []
  return body.children.filter(isTag('tr')).map(row => row.children.filter(isTag('td')).map(textOf))
}

function textOf(node: HastNode): string {
  if (node.type === 'text') return node.value
  return node.type === 'element' ? node.children.map(textOf).join('') : ''
}

function withSorting(head: Element, sorting: Sorting | null, onSort: (sorting: Sorting | null) => void): Element {
  return cloneElement(
    head,
    {},
    Children.map(head.props.children, row => {
      if (!isElement(row)) return row
      const cells = Children.toArray(row.props.children).filter(isElement)
      return cloneElement(
        row,
        {},
        cells.map((cell, column) => (
          <SortHeader
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
            key={column}
            style={cell.props.style}
            order={sorting?.column === column ? (sorting.descending ? 'descending' : 'ascending') : 'none'}
            onSort={() => onSort(nextSorting(sorting, column))}
          >
            {Children.count(cell.props.children) === 0 ? (
              <span className="sr-only">Column {column + 1}</span>
            ) : (
              cell.props.children
            )}
          </SortHeader>
        )),
      )
    }),
  )
}

function SortHeader({
  order,
  style,
  onSort,
  children,
}: {
  order: 'ascending' | 'descending' | 'none'
  style: CSSProperties | undefined
  onSort: () => void
  children: ReactNode
}) {
  return (
    <th aria-sort={order} style={style}>
      <button type="button" className="sort" onClick={onSort}>
        {children}
        <span className="sort-sign" aria-hidden="true">
          <Icon name={order === 'descending' ? 'arrow-down' : 'arrow-up'} size={12} />
        </span>
      </button>
    </th>
  )
}

/** Up, down, and as it was written. */
function nextSorting(sorting: Sorting | null, column: number): Sorting | null {
  if (sorting?.column !== column) return { column, descending: false }
  return sorting.descending ? null : { column, descending: true }
}

function sorted(body: Element, texts: readonly (readonly string[])[], { column, descending }: Sorting): Element {
  const rows = Children.toArray(body.props.children).filter(isElement)
  const order = texts
    .map((cells, index) => ({ index, text: cells[column] ?? '' }))
    .toSorted((one, other) => compareCells(one.text, other.text) * (descending ? -1 : 1))
  return cloneElement(
    body,
    {},
    order.flatMap(({ index }) => rows[index] ?? []),
  )
}

/** As it is shown, with the pieces that continue it. */
function csvAround(button: HTMLElement): string {
  const rows: string[][] = []
  for (let view = button.closest('.table-view'); view !== null; view = view.nextElementSibling) {
    const isFirst = rows.length === 0
    if (!isFirst && !view.matches('.table-view[data-continued]')) break
    for (const row of view.querySelectorAll(isFirst ? 'tr' : 'tbody tr')) {
      rows.push(Array.from(row.querySelectorAll('th, td'), cell => cell.textContent?.trim() ?? ''))
    }
  }
  return toCsv(rows)
}
