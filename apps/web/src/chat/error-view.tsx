import type { ErrorPart } from '@stet/api/client'
import { Notice } from '../ui/notice.tsx'
import { sentence } from '../ui/sentence.ts'
import { errorAdvice } from './error-advice.ts'

export function ErrorView({ part }: { part: ErrorPart }) {
  return (
    <Notice tone="trouble" title={sentence(part.message)} className="my-3 first:mt-0 max-w-[44.5rem]">
      {errorAdvice(part.code, part.retryable)}{' '}
      <span className="figures text-small whitespace-nowrap text-ink-faint">
        {part.code}
        {part.status !== null && ` ${part.status}`}
      </span>
    </Notice>
  )
}
