import { answerSettings, type CacheReport, contextSettings } from '@stet/api/client'
import type { ReactNode } from 'react'
import { sentence } from '../formats/sentence.ts'
import { type AboutSetting, SettingFields } from './setting-fields.tsx'
import type { AnswerDraft, ContextDraft } from './use-settings-draft.ts'

interface ContextSettingsViewProps {
  draft: ContextDraft
  /** The model's own context window, shown where none is set. */
  window: number | null
  /** How the model caches; null where no model is known. */
  cache: Pick<CacheReport, 'caching' | 'takesMarks'> | null
}

/** What decides the view of this chat (C3 to C6, C9, C12, C14). */
export function ContextSettingsView({ draft, window, cache }: ContextSettingsViewProps) {
  const about: Readonly<Partial<Record<string, AboutSetting>>> = {
    maxPromptTokens: window === null ? {} : { placeholder: String(window) },
    cache: cachingNote(cache),
  }
  return (
    <Frame>
      <SettingFields declared={contextSettings} draft={draft} about={path => about[path] ?? {}} />
    </Frame>
  )
}

function cachingNote(cache: ContextSettingsViewProps['cache']): AboutSetting {
  switch (cache?.caching) {
    case 'automatic':
      if (cache?.takesMarks) {
        return {
          note: 'This model caches automatically. Marks keep your last messages cached when tool calls are forgotten.',
        }
      }
      return { note: 'This model caches automatically and needs no marks.' }
    case 'none':
      return { note: 'This model does not cache. The choice is kept for one that does.' }
    case 'marks':
    case undefined:
      return {}
  }
}

interface AnswerSettingsViewProps {
  draft: Omit<AnswerDraft, 'answering'> & {
    readonly answering: Pick<NonNullable<AnswerDraft['answering']>, 'facts' | 'because' | 'notApplied'> | null
  }
  /** What follows the settings. */
  children?: ReactNode
}

/** How the model of this chat answers (P5, W1). What the model cannot use is shown, never dropped silently. */
export function AnswerSettingsView({ draft, children }: AnswerSettingsViewProps) {
  const { form, answering, isChanged } = draft
  const facts = answering?.facts ?? null
  return (
    <Frame>
      <p className="border-b border-line py-3 text-ink-soft">
        {facts ? `Answered by ${facts.name}.` : answering?.because && sentence(answering.because)} Empty fields use the
        provider’s defaults.
      </p>
      <SettingFields
        declared={answerSettings}
        draft={draft}
        // The server checked the saved settings, so its findings are shown only while those are in the fields.
        about={path => {
          const found = isChanged ? undefined : answering?.notApplied.find(({ setting }) => setting === path)
          return { notApplied: found && sentence(found.because) }
        }}
        isApplied={kinds => form['reasoning.on'] === true && facts !== null && kinds.includes(facts.reasoning)}
      />
      {children}
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4">{children}</div>
}
