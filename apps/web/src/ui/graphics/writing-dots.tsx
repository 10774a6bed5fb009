import { classNames } from '../class-names.ts'

/** Three dots whose ink comes and goes: something is being written. One movement for all three, since each would be a layer of its own. */
export function WritingDots({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('inline-flex animate-[ink-in_1.4s_ease-in-out_infinite] items-center gap-1', className)}
    >
      {[0, 1, 2].map(dot => (
        <span key={dot} className="size-1 rounded-full bg-accent forced-color-adjust-none" />
      ))}
    </span>
  )
}
