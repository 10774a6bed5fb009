import type { Budget, WorkspaceEntry } from '@stet/api/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { formatSpent } from '../formats/format-cost.ts'
import { useServices } from '../state/services.ts'
import { useAttempt } from '../state/use-attempt.ts'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/controls/button.tsx'
import { inputBorder, inputLook } from '../ui/controls/field.tsx'
import { HelpLink } from '../ui/controls/help-link.tsx'
import { budgetsQuery, isNearlySpent, isSpent, refreshBudgets } from '../usage/budgets-query.ts'

/** What may be spent in each workspace in a month, and how much of it is spent. */
export function BudgetsView({ workspaces }: { workspaces: readonly WorkspaceEntry[] }) {
  const { client } = useServices()
  const { data: budgets, error, refetch } = useQuery(budgetsQuery(client))
  return (
    <section aria-label="Budgets" className="mt-10">
      <h2 className="text-read font-semibold">Monthly budgets</h2>
      <p className="mt-1 max-w-[68ch] text-pretty text-ink-soft">
        A chat warns at 80%. At 100% nothing more is sent until you allow it, answer by answer; runs that work without
        you wait. Months are in UTC. <HelpLink of="budgets" to="budgets" />
      </p>
      {error !== null && (
        <p role="alert" className="mt-3 text-red">
          Could not load the budgets. {error.message}{' '}
          <Button look="outline" className="ml-2" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {budgets !== undefined && (
        <ul className="mt-3 max-w-[40rem] divide-y divide-line">
          {workspaces.map(workspace => (
            <BudgetRow
              key={workspace.id}
              workspace={workspace}
              budget={budgets.find(each => each.workspaceId === workspace.id) ?? null}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function BudgetRow({ workspace: { id, name }, budget }: { workspace: WorkspaceEntry; budget: Budget | null }) {
  const [editing, setEditing] = useState(false)
  return (
    <li
      className={classNames(
        'flex min-h-12 flex-wrap gap-x-4 gap-y-2 py-2',
        // A mistake is said below the field: it does not move the name.
        editing ? 'items-baseline' : 'items-center',
      )}
    >
      <bdi className={classNames('min-w-0 flex-1 truncate', (editing || budget !== null) && 'max-sm:basis-full')}>
        {name}
      </bdi>
      {editing ? (
        <BudgetForm workspaceId={id} name={name} budget={budget} onDone={() => setEditing(false)} />
      ) : (
        <>
          {budget !== null && <Spent budget={budget} />}
          <Button look="outline" onClick={() => setEditing(true)}>
            {budget === null ? 'Set a budget' : 'Change'}
            <span className="sr-only">{` for ${name}`}</span>
          </Button>
        </>
      )}
    </li>
  )
}

function Spent({ budget }: { budget: Budget }) {
  const share = Math.min(1, budget.spent.usd / budget.budget)
  const words = formatSpent(budget.spent.usd, budget.budget)
  return (
    <span className="w-52 max-sm:flex-1">
      <span className="block text-right text-[0.8125rem] whitespace-nowrap">
        <span className="figures">{words.spent}</span>
        {!budget.spent.reliable && <span className="text-ink-faint"> (unreliable)</span>} of{' '}
        <span className="figures">{words.budget}</span>
      </span>
      <span
        aria-hidden="true"
        className="mt-1 block h-1.5 overflow-hidden rounded-full bg-wash forced-color-adjust-none"
      >
        <span
          className={classNames('block h-full', isSpent(budget) ? 'bg-red' : 'bg-accent')}
          style={{ width: `${share * 100}%` }}
        />
      </span>
      {isNearlySpent(budget) && (
        <span className={classNames('block text-right text-small', isSpent(budget) ? 'text-red' : 'text-ink-faint')}>
          {isSpent(budget) ? 'Spent: messages ask first' : 'Nearly spent'}
        </span>
      )}
    </span>
  )
}

interface BudgetFormProps {
  workspaceId: WorkspaceEntry['id']
  name: string
  budget: Budget | null
  onDone: () => void
}

function BudgetForm({ workspaceId, name, budget, onDone }: BudgetFormProps) {
  const { client, newKey } = useServices()
  const queries = useQueryClient()
  const { trouble, attempt } = useAttempt()
  const [text, setText] = useState(budget === null ? '' : String(budget.budget))
  const [error, setError] = useState<string | undefined>(undefined)
  const id = useId()

  async function save(next: number | null): Promise<void> {
    const saving = client.changeBudget(workspaceId, { budget: next, key: newKey() }).then(() => refreshBudgets(queries))
    if (await attempt('Could not save the budget', saving)) onDone()
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    const usd = Number(text.trim().replace(/^\$/, '').replace(',', '.'))
    if (text.trim() === '' || !Number.isFinite(usd) || usd <= 0 || usd > 1_000_000) {
      setError('An amount above 0, such as 20.')
      return
    }
    setError(undefined)
    void save(usd)
  }

  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-2">
      <label htmlFor={id} className="text-ink-soft">
        <span className="sr-only">{`Budget of ${name} `}</span>$ a month
      </label>
      <input
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the user has just asked to change it
        autoFocus
        inputMode="decimal"
        autoComplete="off"
        value={text}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-trouble`}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => event.key === 'Escape' && onDone()}
        className={classNames(inputLook, inputBorder(error), 'figures max-w-24')}
      />
      <Button look="primary" type="submit">
        Save
      </Button>
      {budget !== null && (
        <Button look="outline" onClick={() => void save(null)}>
          Remove
        </Button>
      )}
      <Button onClick={onDone}>Cancel</Button>
      <p id={`${id}-trouble`} role="alert" className="w-0 min-w-full text-small text-red empty:hidden">
        {error ?? (trouble === null ? null : `${trouble.what}. ${trouble.because}`)}
      </p>
    </form>
  )
}
