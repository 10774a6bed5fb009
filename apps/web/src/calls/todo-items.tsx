import type { Todo } from '@stet/api/client'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/graphics/icon.tsx'
import { Revealed } from '../ui/text/revealed.tsx'

/** To-dos as the items of a list (T9). */
export function TodoItems({ todos }: { todos: readonly Todo[] }) {
  return todos.map((todo, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced whole
    <TodoItem key={index} todo={todo} />
  ))
}

const words = { pending: 'to do', in_progress: 'in progress', completed: 'done' } as const

function TodoItem({ todo: { text, state } }: { todo: Todo }) {
  return (
    <li className="flex items-baseline gap-2 py-0.5">
      <span role="img" aria-label={words[state]} className="w-4 shrink-0 self-center text-accent">
        {state === 'completed' && <Icon name="check" size={14} />}
        {state === 'in_progress' && <Icon name="arrow-right" size={14} />}
        {state === 'pending' && <span className="block size-3 rounded-xs border border-line-strong" />}
      </span>
      <span
        dir="auto"
        className={classNames(
          'min-w-0 wrap-anywhere',
          state === 'completed' && 'text-ink-faint line-through',
          state === 'in_progress' && 'font-medium',
        )}
      >
        <Revealed text={text} />
      </span>
    </li>
  )
}
