import {
  messageTemplateErrors,
  type SettingsOf,
  SNAPSHOT_INSTRUCTION,
  SUMMARY_INSTRUCTION,
  TITLE_INSTRUCTION,
  wordingSettings,
} from '@stet/api/client'
import { type AboutSetting, SettingFields } from './setting-fields.tsx'
import type { SettingsDraft } from './use-settings-draft.ts'

const ABOUT: Readonly<Partial<Record<string, AboutSetting>>> = {
  titleInstruction: { note: `Built in: ${TITLE_INSTRUCTION}` },
  summaryInstruction: { note: `Built in: ${SUMMARY_INSTRUCTION}` },
  snapshotInstruction: { note: `Built in: ${SNAPSHOT_INSTRUCTION}` },
}

/** How messages are sent, and what is asked for titles and summaries (W1, W2). */
export function WordingView({ draft }: { draft: SettingsDraft<typeof wordingSettings> }) {
  const [error] = draft.changed === null ? [] : messageTemplateErrors(draft.changed)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4 whitespace-pre-line">
      <SettingFields declared={wordingSettings} draft={draft} about={path => ABOUT[path] ?? {}} />
      {error !== undefined && (
        <p role="alert" className="text-red">
          {error.message}
        </p>
      )}
    </div>
  )
}

/** Whether a template in it can be saved. */
export function canSaveWording(wording: SettingsOf<typeof wordingSettings> | null): boolean {
  return wording !== null && messageTemplateErrors(wording).length === 0
}
