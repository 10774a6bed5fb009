import type { ListedModel, ModelChoice, ModelList as Models } from '@stet/api/client'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { sentence } from '../formats/sentence.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/graphics/icon.tsx'
import { groupModels, type ModelGroup } from './group-models.ts'
import { abilitiesOf, windowOf } from './model-words.ts'
import { cachePrices, shortPrices } from './price-words.ts'
import { ProviderMark } from './provider-mark.tsx'

interface ModelListProps {
  /** Null while they are loaded: one can type already. */
  list: Models | null
  current: ModelChoice | null
  /** Why the current one cannot be used. */
  because: string | null
  field: RefObject<HTMLInputElement | null>
  onChoose: (choice: ModelChoice) => void
  /** One goes to another page. */
  onLeave: () => void
  /** In place of the models while there are none. */
  children: ReactNode
}

/** A field to type in and the models that match, by provider; walked with the arrows while the focus stays in the field. */
export function ModelList({ list, current, because, field, onChoose, onLeave, children }: ModelListProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLDivElement>(null)
  // The field is above the list and must not move while one types: what all models took stays theirs.
  const [kept, setKept] = useState(0)
  const groups = useMemo(() => (list === null ? [] : groupModels(list, typed)), [list, typed])
  const models = useMemo(() => groups.flatMap(group => group.models), [groups])
  const places = useMemo(() => new Map(models.map((model, place) => [model, place])), [models])
  const [wanted, setWanted] = useState({ key: current && keyOf(current), byKey: true })
  const found = models.findIndex(({ facts }) => keyOf(facts) === wanted.key)
  const active = models[found === -1 ? 0 : found] ?? null
  const activeId = active === null ? undefined : `${id}-${places.get(active)}`

  useEffect(() => {
    // Under a pointer the list must not move.
    if (activeId && wanted.byKey) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId, wanted])

  useEffect(() => {
    // On a phone the keyboard would cover the choices.
    if (matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [field])

  // Enter that was pressed before the models arrived chooses the first that matches.
  const [entered, setEntered] = useState(false)
  useEffect(() => {
    if (!entered || list === null) return
    setEntered(false)
    if (active) onChoose(active.facts)
  }, [entered, list, active, onChoose])

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (active) onChoose(active.facts)
      else setEntered(list === null)
      return
    }
    const next = models[placeAfter(event.key, found === -1 ? 0 : found, models.length) ?? -1]
    if (!next) return
    event.preventDefault()
    setWanted({ key: keyOf(next.facts), byKey: true })
  }

  return (
    <>
      <div className="flex shrink-0 items-center gap-2 border-b border-line px-3 text-ink-faint">
        <Icon name="search" />
        <input
          ref={field}
          role="combobox"
          aria-label="Search models"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Search models"
          value={typed}
          onChange={event => {
            if (typed === '') setKept(box.current?.offsetHeight ?? 0)
            setTyped(event.target.value)
            setEntered(false)
          }}
          onKeyDown={onKeyDown}
          className="h-11 min-w-0 flex-1 bg-transparent text-ink outline-none placeholder:text-ink-faint coarse:text-read"
        />
      </div>
      {because !== null && (
        <p className="shrink-0 border-b border-line bg-red-wash px-3 py-2 text-red">{sentence(because)}</p>
      )}
      <div
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
        tabIndex={0}
        style={typed === '' ? undefined : { minHeight: kept }}
        className={classNames(
          'relative min-h-0 flex-1 overflow-y-auto overscroll-contain p-1',
          list === null && 'desk:min-h-64',
        )}
      >
        <div role="listbox" id={id} aria-label="Models">
          {groups.map(group => (
            <Group
              key={group.provider.id}
              group={group}
              headingId={`${id}-group-${group.provider.id}`}
              onLeave={onLeave}
            >
              {model => (
                <Option
                  key={model.facts.model}
                  id={`${id}-${places.get(model)}`}
                  model={model}
                  isActive={model === active}
                  isCurrent={current !== null && keyOf(current) === keyOf(model.facts)}
                  onPoint={() => setWanted({ key: keyOf(model.facts), byKey: false })}
                  onChoose={() => onChoose(model.facts)}
                />
              )}
            </Group>
          ))}
        </div>
        {list === null && children}
        {list !== null && groups.length === 0 && <p className="px-3 py-4 text-ink-soft">No matching models</p>}
        <p role="status" className="sr-only">
          {list !== null && (models.length === 1 ? '1 model' : `${models.length} models`)}
        </p>
      </div>
    </>
  )
}

interface GroupProps {
  group: ModelGroup
  headingId: string
  onLeave: () => void
  children: (model: ListedModel) => React.ReactNode
}

function Group({ group: { provider, models }, headingId, onLeave, children }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox is grouped by roles, a fieldset is none of its parts
    <div role="group" aria-labelledby={headingId} className="pb-1">
      <p
        id={headingId}
        className="sticky -top-1 z-10 -mx-1 flex items-center gap-1.5 bg-desk px-4 desk:bg-raised pt-2 pb-1 text-small font-medium text-ink-faint"
      >
        <ProviderMark icon={provider.icon} name={provider.name} inline />
        <bdi>{provider.name}</bdi>
      </p>
      {models.length === 0 && (
        <p className="px-3 pb-2 text-small text-ink-soft">
          {provider.catalog.error
            ? `Could not load its models. ${sentence(provider.catalog.error.message)}`
            : 'No models loaded yet.'}{' '}
          <Link
            to="/providers/$providerId"
            params={{ providerId: provider.id }}
            onClick={onLeave}
            className="rounded whitespace-nowrap text-accent underline underline-offset-3"
          >
            Open {provider.name}
          </Link>
        </p>
      )}
      {models.map(children)}
    </div>
  )
}

interface OptionProps {
  id: string
  model: ListedModel
  isActive: boolean
  isCurrent: boolean
  onPoint: () => void
  onChoose: () => void
}

function Option({ id, model: { facts, prices }, isActive, isCurrent, onPoint, onChoose }: OptionProps) {
  const cache = cachePrices(prices)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
    <div
      role="option"
      id={id}
      aria-selected={isCurrent}
      tabIndex={-1}
      onMouseMove={event => {
        // A list that scrolls under a pointer at rest reports moves that nobody made.
        if (event.movementX !== 0 || event.movementY !== 0) onPoint()
      }}
      onMouseDown={event => event.preventDefault()}
      onClick={onChoose}
      className={classNames(
        'flex cursor-pointer scroll-my-8 items-center gap-3 rounded px-3 py-1.5 [contain-intrinsic-size:auto_3rem] [content-visibility:auto] coarse:py-2.5',
        isActive && 'bg-wash',
      )}
    >
      <span className="min-w-0 flex-1">
        <bdi className={classNames('block truncate', isCurrent && 'font-medium')} title={facts.model}>
          {facts.name}
        </bdi>
        <span className="block truncate text-small text-ink-faint">
          {abilitiesOf(facts).join(' · ') || 'text only'}
        </span>
      </span>
      <span className="figures shrink-0 text-right text-small text-ink-soft">
        <span className="block">{shortPrices(prices)}</span>
        {cache !== null && (
          <span className="block text-ink-faint" title="Cache read / cache write">
            {cache}
          </span>
        )}
        {facts.contextWindow !== null && <span className="block text-ink-faint">{windowOf(facts)} window</span>}
      </span>
      <span className="w-4 shrink-0 text-accent">{isCurrent && <Icon name="check" />}</span>
    </div>
  )
}

function keyOf({ definition, model }: ModelChoice): string {
  return `${definition}/${model}`
}

function placeAfter(key: string, place: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (place + 1) % count
    case 'ArrowUp':
      return (place - 1 + count) % count
    case 'PageDown':
      return Math.min(place + 8, count - 1)
    case 'PageUp':
      return Math.max(place - 8, 0)
    default:
      return null
  }
}
