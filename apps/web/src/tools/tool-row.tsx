import type { ToolChoice, ToolFacts, ToolPolicy } from '@stet/api/client'
import { useId } from 'react'
import { sentence } from '../formats/sentence.ts'
import { Button } from '../ui/controls/button.tsx'
import { Select } from '../ui/controls/select-field.tsx'
import { Switch } from '../ui/controls/switch.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { Revealed } from '../ui/text/revealed.tsx'
import { firstSentence, policyIn, policyWords, withOption, withPolicy } from './tool-choice.ts'
import { callIcon } from './tool-icon.ts'
import { ToolOptionField } from './tool-option-field.tsx'

interface ToolRowProps {
  /** What the drafts of its options are kept under. */
  place: string
  tool: ToolFacts
  /** Null while it is off. */
  choice: ToolChoice | null
  onSwitch: (on: boolean) => void
  onChange: (choice: ToolChoice) => void
}

export function ToolRow({ place, tool, choice, onSwitch, onChange }: ToolRowProps) {
  const id = useId()
  const because = tool.notOfferedBecause
  return (
    <li className="py-3">
      <label htmlFor={id} className="flex min-h-8 cursor-pointer items-center gap-2 coarse:min-h-10">
        <span className={choice === null ? 'text-ink-faint' : 'text-accent'}>
          <Icon name={callIcon(tool.icon)} />
        </span>
        <span className="min-w-0 flex-1">
          <bdi className="font-medium wrap-anywhere">
            <Revealed text={tool.title} />
          </bdi>{' '}
          <bdi className="font-mono text-small wrap-anywhere text-ink-faint">
            <Revealed text={tool.name} />
          </bdi>
        </span>
        <Switch
          id={id}
          describedBy={`${id}-help`}
          checked={choice !== null}
          disabled={because !== null && choice === null}
          onChange={onSwitch}
        />
      </label>
      <p id={`${id}-help`} className="mt-0.5 text-small text-pretty wrap-anywhere text-ink-faint">
        <Revealed text={firstSentence(tool.description)} />
        {because !== null && <span className="block text-ink-soft">Unavailable: {sentence(because)}</span>}
      </p>
      {choice !== null && (
        <div className="mt-2 space-y-3">
          <PolicyField tool={tool} choice={choice} onChange={onChange} />
          {Object.entries(tool.options).map(([name, option]) => (
            <ToolOptionField
              key={name}
              name={`${place}/${tool.name}/${name}`}
              option={option}
              value={choice.options[name] ?? null}
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
      <p id={`${id}-help`} className="mt-1 text-small text-ink-faint">
        {policyWords[policy].help}
        {tool.alwaysConfirm && policy === 'confirm' && ' This tool always asks.'}
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
