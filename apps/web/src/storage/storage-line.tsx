import { useQuery } from '@tanstack/react-query'
import { useServices } from '../state/services.ts'
import { classNames } from '../ui/class-names.ts'
import { storageLevel, storageWords } from './storage-words.ts'

export function useStorage() {
  const { client } = useServices()
  return useQuery({ queryKey: ['storage'], queryFn: () => client.storage(), staleTime: 10_000 })
}

const advice = {
  fine: null,
  much: 'Chats and files that you no longer need can be deleted.',
  full: 'Almost full: delete chats or files, or make room on the disk.',
}

/** How much is stored, with a warning when it is much (S5). */
export function StorageLine({ className }: { className?: string }) {
  const { data, error } = useStorage()
  if (error !== null)
    return <p className={classNames('text-ink-faint', className)}>Storage use is not known: {error.message}</p>
  if (data === undefined) return null
  const level = storageLevel(data)
  return (
    <p
      className={classNames(
        level === 'full' ? 'text-red' : level === 'much' ? 'text-ink-soft' : 'text-ink-faint',
        className,
      )}
    >
      Storage: <span className="figures">{storageWords(data)}</span>
      {advice[level] !== null && ` ${advice[level]}`}
    </p>
  )
}
