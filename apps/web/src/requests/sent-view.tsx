import {
  answerSettings,
  contextSettings,
  listSettings,
  type Message,
  type MessageId,
  type RequestContent,
  type RequestFigures,
} from '@stet/api/client'
import { useMemo } from 'react'
import { sentence } from '../formats/sentence.ts'
import { EntryList } from '../inspector/entry-list.tsx'

interface SentViewProps {
  content: RequestContent
  purpose: RequestFigures['purpose']
  path: readonly Message[]
  onShow: (messageId: MessageId) => void
}

/** What was sent and what was left out, and why; and what of the settings the model could not take. */
export function SentView({ content, purpose, path, onShow }: SentViewProps) {
  const { report, notApplied, notes } = content
  const source = useMemo(
    () => report && { report, messages: new Map(report.messages.entries()), nextMessageId: null, compaction: null },
    [report],
  )
  return (
    <>
      {notApplied.length + notes.length > 0 && (
        <ul className="max-h-[30%] shrink-0 space-y-1 overflow-y-auto border-b border-line px-4 py-3 text-small text-ink-soft">
          {notApplied.map(({ setting, because }) => (
            <li key={setting} className="border-l-2 border-dotted border-line-strong pl-2">
              <span className="font-medium">{settingName(setting)}</span> not applied: {because}
            </li>
          ))}
          {notes.map(note => (
            <li key={note} className="border-l-2 border-dotted border-line-strong pl-2">
              {sentence(note)}
            </li>
          ))}
        </ul>
      )}
      {source ? (
        <EntryList label="Sent" time="past" source={source} path={path} at={null} onShow={onShow} want={null} />
      ) : (
        <p className="px-4 py-4 text-ink-soft">
          {purpose === 'title'
            ? 'Titles are generated from your last message and its answer only.'
            : 'See “Exact request” for the full text.'}
        </p>
      )}
    </>
  )
}

const labels = new Map(
  [...listSettings(answerSettings), ...listSettings(contextSettings)].map(({ path, setting }) => [path, setting.label]),
)

/** The label of a setting; the path of one that this version does not have. */
function settingName(path: string): string {
  return labels.get(path) ?? path
}
