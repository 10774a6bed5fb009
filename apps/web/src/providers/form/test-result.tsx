import type { DefinitionTest, TestStep } from '@stet/api/client'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/graphics/icon.tsx'
import { WritingDots } from '../../ui/graphics/writing-dots.tsx'

const steps: readonly { step: TestStep['step']; label: string }[] = [
  { step: 'reach', label: 'Connection' },
  { step: 'key', label: 'Key' },
  { step: 'models', label: 'Models' },
  { step: 'answer', label: 'Answer' },
]

interface TestResultProps {
  /** Null while it is being tested. */
  test: DefinitionTest | null
  /** Whether the form was changed since. */
  isStale: boolean
}

/** The steps of a test one below the other, each with what to do where it failed (P7). */
export function TestResult({ test, isStale }: TestResultProps) {
  return (
    <section aria-label="Test" aria-busy={test === null} className="rounded border border-line bg-desk px-4 py-3">
      <p role="status" className="font-medium">
        {verdictOn(test)}
        {isStale && test !== null && <span className="font-normal text-ink-faint"> Changed since. Test again.</span>}
      </p>
      <ol className="mt-2 space-y-2">
        {steps.map(({ step, label }) => (
          <Step key={step} label={label} tried={test?.steps.find(each => each.step === step) ?? null} />
        ))}
      </ol>
    </section>
  )
}

function verdictOn(test: DefinitionTest | null): string {
  if (test === null) return 'Testing…'
  return test.ok ? 'Connection works' : 'Connection failed'
}

function Step({ label, tried }: { label: string; tried: TestStep | null }) {
  const outcome = tried?.outcome ?? null
  return (
    <li className="flex gap-3">
      <span
        className={classNames(
          'mt-0.5 flex size-4 shrink-0 items-center justify-center',
          outcome === 'failed' ? 'text-red' : outcome === 'ok' ? 'text-accent' : 'text-ink-faint',
        )}
      >
        {outcome === null ? <WritingDots className="scale-75" /> : <Icon name={signs[outcome]} size={14} />}
      </span>
      <div className="min-w-0 flex-1">
        <p className={outcome === 'not-tried' ? 'text-ink-faint' : undefined}>
          <span className="font-medium">{label}</span>
          {outcome !== null && <span className="sr-only"> {outcomeWords[outcome]}.</span>}
          {tried && <span className={outcome === 'failed' ? '' : 'text-ink-soft'}> · {tried.says}</span>}
        </p>
        {tried?.detail && <p className="figures text-small wrap-anywhere text-ink-faint">{tried.detail}</p>}
      </div>
    </li>
  )
}

const signs = { ok: 'check', failed: 'close', 'not-tried': 'more' } as const
const outcomeWords = { ok: 'works', failed: 'failed', 'not-tried': 'was not tried' } as const
