import { classNames } from './class-names.ts'

export function Wordmark({ className }: { className?: string | undefined }) {
  return <span className={classNames('stet-dots inline-block font-semibold tracking-[-0.035em]', className)}>stet</span>
}
