import { classNames } from '../class-names.ts'

/** The name with the proof-reader's dots under it: let it stand. */
export function Wordmark({ className }: { className?: string | undefined }) {
  return (
    <span className={classNames('inline-flex flex-col', className)}>
      <span className="leading-[0.95] font-semibold tracking-[-0.035em]">stet</span>
      <span aria-hidden="true" className="mt-[0.14em] flex justify-between px-[0.03em]">
        {[0, 1, 2, 3, 4].map(dot => (
          <span key={dot} className="size-[max(0.115em,3px)] rounded-full bg-accent" />
        ))}
      </span>
    </span>
  )
}
