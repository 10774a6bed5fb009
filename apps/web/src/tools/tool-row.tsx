import type { ToolChoice, ToolFacts, ToolOptionValue, ToolPolicy, WorkspaceId } from '@stet/api/client'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { formatTokens } from '../formats/format-tokens.ts'
import { sentence } from '../formats/sentence.ts'
import { Button } from '../ui/controls/button.tsx'
import { HelpLink } from '../ui/controls/help-link.tsx'
import { Select } from '../ui/controls/select-field.tsx'
import { Switch } from '../ui/controls/switch.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { Revealed } from '../ui/text/revealed.tsx'
import { firstSentence, policyIn, policyWords, withOption, withPolicy } from './tool-choice.ts'
import { toolIcon } from './tool-icon.ts'
import { ToolOptionField } from './tool-option-field.tsx'
import { TryIt } from './try-it.tsx'

/** Tools that work in the files of the workspace, and where: the user sees the same files there (T4). */
const FOLDERS: Readonly<Record<string, string>> = { memory: '/memories', filesystem: '/' }

/** Needs a service that the user sets up. */
const WEB_SEARCH = 'web_search'

/** Why a tool is on although nobody switched it on. */
export interface SettingReason {
  readonly because: string
  /** Whether its switch changes that setting. */
  readonly canSwitch: boolean
}

interface ToolRowProps {
  workspaceId: WorkspaceId
  /** What the drafts of its options are kept under. */
  place: string
  tool: ToolFacts
  /** Null while it is off. */
  choice: ToolChoice | null
  /** Which setting offers it, without a choice; null where none does. */
  bySetting: SettingReason | null
  /** Whether no other tool can be switched on. */
  isFull: boolean
  /** What another choice of it changes in the next request, null for off; absent where that is not known. */
  effect?: (choice: ToolChoice | null) => ReactNode
  /** What it is set to when it is switched on. */
  whenOn: ToolChoice
  onSwitch: (on: boolean) => void
  onChange: (choice: ToolChoice) => void
}

export function ToolRow({
  workspaceId,
  place,
  tool,
  choice,
  bySetting,
  isFull,
  effect,
  whenOn,
  onSwitch,
  onChange,
}: ToolRowProps) {
  const id = useId()
  const because = tool.notOfferedBecause
  return (
    <li className="py-3">
      <label htmlFor={id} className="flex min-h-8 cursor-pointer items-center gap-2 coarse:min-h-10">
        <span className={choice === null && bySetting === null ? 'text-ink-faint' : 'text-accent'}>
          <Icon name={toolIcon(tool.icon)} />
        </span>
        <span className="min-w-0 flex-1">
          <bdi className="font-medium wrap-anywhere">
            <Revealed text={tool.title} />
          </bdi>{' '}
          <bdi className="font-mono text-small wrap-anywhere text-ink-faint">
            <Revealed text={tool.name} />
          </bdi>{' '}
          <span className="figures text-small text-ink-faint">{formatTokens(tool.tokens)} tokens</span>
        </span>
        <Switch
          id={id}
          describedBy={`${id}-help`}
          checked={choice !== null || bySetting !== null}
          disabled={choice === null && (bySetting === null ? because !== null || isFull : !bySetting.canSwitch)}
          onChange={onSwitch}
        />
      </label>
      <p id={`${id}-help`} className="mt-0.5 text-small text-pretty wrap-anywhere text-ink-faint">
        <Revealed text={firstSentence(tool.description)} />
        {because === null && effect && bySetting?.canSwitch !== false && (
          <TryIt isOn={choice !== null} effect={() => effect(choice === null ? whenOn : null)} />
        )}
        {bySetting !== null && because === null && <span className="block text-ink-soft">{bySetting.because}</span>}
        {because !== null && <span className="block text-ink-soft">Unavailable: {sentence(because)}</span>}
      </p>
      {because !== null && tool.name === WEB_SEARCH && (
        <Link
          to="/settings/$section"
          params={{ section: 'web-search' }}
          className="inline-flex min-h-8 items-center gap-2 text-accent hover:underline coarse:min-h-10"
        >
          Set up web search
        </Link>
      )}
      {choice === null && bySetting?.canSwitch === false && because === null && (
        <div className="mt-2">
          <PolicyField tool={tool} choice={whenOn} onChange={onChange} />
        </div>
      )}
      {choice !== null && (
        <div className="mt-2 space-y-3">
          <PolicyField tool={tool} choice={choice} onChange={onChange} />
          {FOLDERS[tool.name] !== undefined && (
            <Link
              to="/workspaces/$workspaceId/files"
              params={{ workspaceId }}
              search={{ path: FOLDERS[tool.name] ?? '/' }}
              className="inline-flex min-h-8 items-center gap-2 text-accent hover:underline coarse:min-h-10"
            >
              Open {tool.name === 'memory' ? 'the memory files' : 'the files of this workspace'}
            </Link>
          )}
          {Object.entries(tool.options).map(([name, option]) => (
            <ToolOptionField
              key={name}
              name={`${place}/${tool.name}/${name}`}
              option={option}
              value={choice.options[name] ?? null}
              {...(effect && {
                effect: (value: ToolOptionValue | null) => effect(withOption(choice, name, value)),
              })}
              onChange={value => onChange(withOption(choice, name, value))}
            />
          ))}
        </div>
      )}
    </li>
  )
}

interface PolicyFieldProps {
  tool: ToolFacts
  choice: ToolChoice
  onChange: (choice: ToolChoice) => void
}

function PolicyField({ tool, choice, onChange }: PolicyFieldProps) {
  const id = useId()
  const policy = policyIn(tool, choice)
  const policies: readonly ToolPolicy[] = tool.alwaysConfirm ? ['confirm', 'deny'] : ['auto', 'confirm', 'deny']
  return (
    <div>
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="min-w-0 flex-1">
          When it is called
        </label>
        <Select
          id={id}
          describedBy={`${id}-help`}
          className="w-44"
          value={policy}
          options={policies.map(value => ({ value, label: policyWords[value].label }))}
          onChange={value => onChange(withPolicy(tool, choice, value))}
        />
      </div>
      <p className="mt-1 text-small text-ink-faint">
        <span id={`${id}-help`}>
          {policyWords[policy].help}
          {tool.alwaysConfirm && policy === 'confirm' && ' This tool always asks.'}
        </span>{' '}
        <HelpLink of={`when ${tool.title} is called`} to="tool-policy" />
      </p>
      {choice.policy === 'auto' && policy === 'auto' && (
        <p className="mt-1 flex items-center gap-2 border-l-2 border-accent pl-2 text-small text-ink-soft">
          <span className="min-w-0 flex-1">Always allowed in this chat.</span>
          <Button look="outline" onClick={() => onChange(withPolicy(tool, choice, 'confirm'))}>
            Ask again
          </Button>
        </p>
      )}
    </div>
  )
}
