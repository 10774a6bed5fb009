import { answerSettings, type ModelFacts } from '@stet/api/client'
import { type ReactNode, useId } from 'react'
import { sentence } from '../formats/sentence.ts'
import { classNames } from '../ui/class-names.ts'
import { type AnswerForm, answerHelp, effortOptions, levelOptions, summaryOptions } from './answer-form.ts'
import { Help, NumberSetting, SelectSetting, SettingGroup, SwitchSetting } from './setting-fields.tsx'
import type { AnswerDraft } from './use-answer-draft.ts'

/** How the model of this chat answers (P5, W1). What it cannot take is shown, never dropped in silence. */
export function AnswerSettingsView({ draft }: { draft: AnswerDraft }) {
  const { form, errors, change, answering } = draft
  const facts = answering?.facts ?? null

  /** The words of a setting, and why it is not applied: said of what is saved, as long as that is what stands here. */
  function words(setting: keyof typeof answerHelp) {
    const unapplied = draft.isChanged ? undefined : answering?.notApplied.find(each => each.setting === setting)
    const { label, help } = answerHelp[setting]
    return { label, help, notApplied: unapplied && sentence(unapplied.because) }
  }

  function number(
    setting: keyof typeof answerHelp,
    field: keyof AnswerForm & ('temperature' | NumberField),
    unit: string,
  ) {
    return (
      <NumberSetting
        {...words(setting)}
        unit={unit}
        value={form[field]}
        error={errors.get(setting)}
        placeholder={setting === 'reasoning.budgetTokens' ? '' : 'Default'}
        onChange={value => change({ [field]: value })}
      />
    )
  }

  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4">
      <p className="pt-3 text-ink-soft">
        {facts ? `Answered by ${facts.name}.` : (answering?.because && sentence(answering.because)) || ' '} An empty
        field leaves the provider’s own.
      </p>
      <SettingGroup title="Words">
        {number('temperature', 'temperature', '0 to 2')}
        {number('topP', 'topP', '0 to 1')}
        {number('topK', 'topK', 'words')}
        {number('outputLimit', 'outputLimit', 'tokens')}
      </SettingGroup>
      <SettingGroup title="Thinking">
        <SwitchSetting
          {...words('reasoning.on')}
          checked={form.reasoning}
          onChange={reasoning => change({ reasoning })}
        />
        <div>
          <Applies isApplied={form.reasoning && facts?.reasoning === 'budget'}>
            {number('reasoning.budgetTokens', 'budgetTokens', 'tokens')}
          </Applies>
          <Applies isApplied={form.reasoning && isByEffort(facts)}>
            <SelectSetting
              {...words('reasoning.effort')}
              value={form.effort}
              options={effortOptions}
              onChange={effort => change({ effort })}
            />
            <SelectSetting
              {...words('reasoning.summary')}
              value={form.summary}
              options={summaryOptions}
              onChange={summary => change({ summary })}
            />
          </Applies>
          <Applies isApplied={form.reasoning && facts?.reasoning === 'level'}>
            <SelectSetting
              {...words('reasoning.level')}
              value={form.level}
              options={levelOptions}
              onChange={level => change({ level })}
            />
          </Applies>
        </div>
      </SettingGroup>
      <SettingGroup title="Answer">
        <SwitchSetting {...words('webSearch')} checked={form.webSearch} onChange={webSearch => change({ webSearch })} />
        <SwitchSetting {...words('streaming')} checked={form.streaming} onChange={streaming => change({ streaming })} />
        <Prefill
          {...words('prefill')}
          value={form.prefill}
          error={errors.get('prefill')}
          onChange={prefill => change({ prefill })}
        />
      </SettingGroup>
    </div>
  )
}

type NumberField = 'topP' | 'topK' | 'outputLimit' | 'budgetTokens'

function isByEffort(facts: ModelFacts | null): boolean {
  return facts?.reasoning === 'effort' || facts?.reasoning === 'switch'
}

/** A group of the reasoning settings, with whether it is the one that this model knows. */
function Applies({ isApplied, children }: { isApplied: boolean; children: ReactNode }) {
  return (
    <div className={classNames('-mx-2 border-l-2 pr-2 pl-1.5', isApplied ? 'border-accent' : 'border-transparent')}>
      {isApplied && <p className="pt-1 text-small text-accent">Applied by this model</p>}
      {children}
    </div>
  )
}

interface PrefillProps {
  label: string
  help: string
  notApplied: string | undefined
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function Prefill({ label, help, notApplied, value, error, onChange }: PrefillProps) {
  const id = useId()
  return (
    <div className="py-2">
      <label htmlFor={id} className="mb-1 block w-fit font-medium">
        {label}
      </label>
      <textarea
        id={id}
        dir="auto"
        rows={2}
        maxLength={answerSettings.prefill.longest}
        aria-describedby={`${id}-help`}
        value={value}
        onChange={event => onChange(event.target.value)}
        className="block w-full resize-y rounded border border-line-strong bg-raised px-2.5 py-1.5 coarse:text-read"
      />
      <Help id={`${id}-help`} help={help} error={error} notApplied={notApplied} />
    </div>
  )
}
