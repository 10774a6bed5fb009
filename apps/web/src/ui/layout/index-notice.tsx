import { Notice } from './notice.tsx'

interface IndexNoticeProps {
  index:
    | { readonly kind: 'current' }
    | { readonly kind: 'behind'; readonly share: number }
    | { readonly kind: 'failed'; readonly because: string }
  /** What is indexed, such as "older chats". */
  what: string
  /** What the user misses when it failed. */
  failed: string
}

/** Says that less than everything is found while data of an earlier version is indexed, and how far that is. */
export function IndexNotice({ index, what, failed }: IndexNoticeProps) {
  if (index.kind === 'current') return null
  if (index.kind === 'failed') {
    return (
      <Notice tone="trouble" title={failed} className="mt-3">
        {index.because} Your chats are safe.
      </Notice>
    )
  }
  const percent = Math.floor(index.share * 100)
  return (
    <p className="mt-3 flex items-center gap-3 text-ink-soft">
      Indexing {what}: {percent}%
      <progress max={100} value={percent} aria-label="Indexing" className="h-1 w-32 accent-accent" />
    </p>
  )
}
