import { classNames } from '../class-names.ts'

/** Three dots that are inked in one after the other: something is being written. */
export function WritingDots({ className }: { className?: string | undefined }) {
  return (
    <span aria-hidden="true" className={classNames('inline-flex items-center gap-1', className)}>
      {[0, 180, 360].map(delay => (
        <span
          key={delay}
          className="size-1 animate-[ink-in_1.4s_ease-in-out_infinite] rounded-full bg-accent"
          style={{ animationDelay: `${delay}ms` }}
        />
      ))}
    </span>
  )
}
