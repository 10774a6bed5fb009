import type { Chat, SettingGroup } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { useServices } from '../state/services.ts'
import { useAttempt } from '../state/use-attempt.ts'
import { Button } from '../ui/controls/button.tsx'
import { workspaceOfQuery } from './workspaces-query.ts'

const WORDS: Readonly<Record<SettingGroup, string>> = {
  model: 'The model differs',
  systemPrompt: 'This prompt differs',
  context: 'These settings differ',
  answer: 'These settings differ',
  tools: 'These tools differ',
  wording: 'These settings differ',
  documents: 'These documents differ',
}

/** Where settings of a chat differ from its workspace: says so, and takes those of the workspace again (W1). */
export function WorkspaceAgain({ chat, group }: { chat: Chat; group: SettingGroup }) {
  const { client, newKey } = useServices()
  const { trouble, attempt } = useAttempt()
  const { data: workspace } = useQuery(workspaceOfQuery(client, chat.workspaceId))
  if (workspace === undefined) return null
  if (group === 'model' && workspace.chosenModel === null) return null
  const theirs = group === 'model' ? workspace.chosenModel : workspace.settings[group]
  if (isSame(theirs, chat.settings[group])) return null
  return (
    <div className="shrink-0 border-t border-line px-4 py-2">
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 text-small text-ink-soft">
          {WORDS[group]} from <bdi>{workspace.name}</bdi>.
        </p>
        <Button
          look="outline"
          onClick={() =>
            void attempt(
              'Could not use the workspace settings',
              client.takeWorkspaceSettings(chat.id, { group, key: newKey() }),
            )
          }
        >
          Use workspace settings
        </Button>
      </div>
      {trouble !== null && (
        <p role="alert" className="mt-1 text-small text-red">
          {trouble.what}. {trouble.because}
        </p>
      )}
    </div>
  )
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

/** With the fields of every object in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  )
}
