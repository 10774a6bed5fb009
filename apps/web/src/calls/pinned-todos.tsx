import { type ChatView, newestTodos, type Todo } from '@stet/api/client'
import { useId, useMemo, useState } from 'react'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/graphics/icon.tsx'
import { Revealed } from '../ui/text/revealed.tsx'
import { TodoItems } from './todo-items.tsx'

/** The chat's to-do list above the composer, while something on it is open (T9). */
export function PinnedTodos({ view: { path, todosAbove } }: { view: ChatView }) {
  const todos = useMemo(() => openTodos({ path, todosAbove }), [path, todosAbove])
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  if (todos === null) return null
  const done = todos.filter(({ state }) => state === 'completed').length
  const now = todos.find(({ state }) => state === 'in_progress') ?? todos.find(({ state }) => state === 'pending')
  return (
    <section aria-label="To-dos of this chat" className="mx-auto w-full max-w-(--column) px-3 pb-2 sm:px-6">
      <div className="rounded border border-line bg-raised">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-8 w-full items-center gap-2 rounded px-3 py-1 text-left text-ink-soft hover:bg-wash hover:text-ink coarse:min-h-10"
        >
          <span className={classNames('transition-transform duration-150', isOpen && 'rotate-90')}>
            <Icon name="chevron-right" size={12} />
          </span>
          <Icon name="list-checks" />
          <span className="shrink-0">
            To-dos: <span className="figures">{done}</span> of <span className="figures">{todos.length}</span> done
          </span>
          {!isOpen && now !== undefined && (
            <bdi className="min-w-0 truncate text-ink-faint">
              <Revealed text={now.text} />
            </bdi>
          )}
        </button>
        <ol id={id} hidden={!isOpen} className="max-h-[min(14rem,30dvh)] overflow-y-auto px-3 pb-2">
          {isOpen && <TodoItems todos={todos} />}
        </ol>
      </div>
    </section>
  )
}

/** The to-do list of the shown path, while something on it is open; null otherwise (T9). */
function openTodos({ path, todosAbove }: Pick<ChatView, 'path' | 'todosAbove'>): readonly Todo[] | null {
  const todos = newestTodos(path) ?? todosAbove
  return todos.some(({ state }) => state !== 'completed') ? todos : null
}
