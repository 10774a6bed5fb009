import type { CacheReport } from '@stet/api/client'
import { ChoiceSetting, NumberInput, NumberSetting, SettingGroup, SwitchSetting } from './setting-fields.tsx'
import { helpFor } from './settings-form.ts'
import type { SettingsDraft } from './use-settings-draft.ts'

interface SettingsViewProps {
  draft: SettingsDraft
  /** The model's own window, shown where none is set. */
  window: number | null
  caching: CacheReport['caching'] | null
}

/** How the view of this chat is set (C3 to C6, C9, C12, C14). */
export function SettingsView({ draft: { form, errors, change }, window, caching }: SettingsViewProps) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4">
      <SettingGroup title="Tools">
        <ChoiceSetting
          {...wordsOf('toolMemory')}
          value={form.toolMemory}
          error={errors.get('toolMemory.afterConclusions')}
          onChange={toolMemory => change({ toolMemory })}
          choices={[
            { value: 'always', label: 'Always remember' },
            { value: 'at-once', label: 'Forget immediately' },
            {
              value: 'after',
              label: 'Forget after N turns',
              extra: describedBy => (
                <NumberInput
                  label="Turns until tool calls are forgotten"
                  value={form.afterConclusions}
                  error={errors.get('toolMemory.afterConclusions')}
                  describedBy={describedBy}
                  className="w-16"
                  onChange={afterConclusions => change({ afterConclusions })}
                />
              ),
            },
          ]}
        />
        <ChoiceSetting
          {...wordsOf('previousCycles')}
          value={form.previousCycles}
          onChange={previousCycles => change({ previousCycles })}
          choices={[
            { value: 'keep', label: 'Keep' },
            { value: 'strip', label: 'Send text only' },
          ]}
        />
        <NumberSetting
          {...wordsOf('resultLimit')}
          unit="characters"
          value={form.resultLimit}
          error={errors.get('resultLimit')}
          onChange={resultLimit => change({ resultLimit })}
        />
        <NumberSetting
          {...wordsOf('stepResultLimit')}
          unit="characters"
          value={form.stepResultLimit}
          error={errors.get('stepResultLimit')}
          onChange={stepResultLimit => change({ stepResultLimit })}
        />
      </SettingGroup>
      <SettingGroup title="Thinking">
        <ChoiceSetting
          {...wordsOf('reasoning')}
          value={form.reasoning}
          error={errors.get('reasoning.lastCycles')}
          onChange={reasoning => change({ reasoning })}
          choices={[
            { value: 'model', label: 'Model default' },
            { value: 'all', label: 'All' },
            { value: 'none', label: 'None' },
            {
              value: 'last',
              label: 'Since your last N messages',
              extra: describedBy => (
                <NumberInput
                  label="Messages of yours since which reasoning is sent"
                  value={form.lastCycles}
                  error={errors.get('reasoning.lastCycles')}
                  describedBy={describedBy}
                  className="w-16"
                  onChange={lastCycles => change({ lastCycles })}
                />
              ),
            },
          ]}
        />
      </SettingGroup>
      <SettingGroup title="Window">
        <NumberSetting
          {...wordsOf('maxPromptTokens')}
          unit="tokens"
          value={form.maxPromptTokens}
          error={errors.get('maxPromptTokens')}
          placeholder={window === null ? '' : String(window)}
          onChange={maxPromptTokens => change({ maxPromptTokens })}
        />
        <NumberSetting
          {...wordsOf('reservedResponseTokens')}
          unit="tokens"
          value={form.reservedResponseTokens}
          error={errors.get('reservedResponseTokens')}
          onChange={reservedResponseTokens => change({ reservedResponseTokens })}
        />
        <NumberSetting
          {...wordsOf('recentMessagesToKeep')}
          unit="messages"
          value={form.recentMessagesToKeep}
          error={errors.get('recentMessagesToKeep')}
          onChange={recentMessagesToKeep => change({ recentMessagesToKeep })}
        />
        <NumberSetting
          {...wordsOf('minRecentMessagesToKeep')}
          unit="messages"
          value={form.minRecentMessagesToKeep}
          error={errors.get('minRecentMessagesToKeep')}
          onChange={minRecentMessagesToKeep => change({ minRecentMessagesToKeep })}
        />
      </SettingGroup>
      <SettingGroup title="Compaction">
        <SwitchSetting
          {...wordsOf('compaction.automatic')}
          checked={form.automatic}
          onChange={automatic => change({ automatic })}
        />
        <NumberSetting
          {...wordsOf('compaction.startAt')}
          unit="% full"
          value={form.startAt}
          error={errors.get('compaction.startAt')}
          onChange={startAt => change({ startAt })}
        />
      </SettingGroup>
      <SettingGroup title="Cache">
        <ChoiceSetting
          {...wordsOf('cache')}
          value={form.cache}
          onChange={cache => change({ cache })}
          choices={[
            { value: 'all-off', label: 'Nothing' },
            { value: 'system', label: 'System prompt' },
            { value: 'cached', label: 'Most of the chat' },
          ]}
        />
        {caching !== null && caching !== 'marks' && (
          <p className="text-small text-ink-faint">
            {caching === 'automatic'
              ? 'This model caches by itself, so that nothing is marked for it.'
              : 'This model caches nothing: the choice is kept for one that does.'}
          </p>
        )}
      </SettingGroup>
    </div>
  )
}

function wordsOf(path: string): { readonly label: string; readonly help: string } {
  const { label, help } = helpFor(path)
  return { label, help }
}
