import {
  answerSettings,
  contextSettings,
  PROMPT_VARIABLES,
  type TriedSettings,
  templateErrors,
  type WorkspaceView,
  wordingSettings,
} from '@stet/api/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { DocumentsEditor } from '../attachments/documents-editor.tsx'
import { PromptEditor } from '../prompts/prompt-editor.tsx'
import { DraftBar } from '../settings/draft-bar.tsx'
import { AnswerSettingsView, ContextSettingsView } from '../settings/settings-view.tsx'
import { useSettingsDraft } from '../settings/use-settings-draft.ts'
import { canSaveWording, WordingView } from '../settings/wording-view.tsx'
import { useServices } from '../state/services.ts'
import { ToolList } from '../tools/tools-view.tsx'
import { useToolChoices } from '../tools/use-tool-choices.ts'
import { FirstRequest } from './first-request.tsx'
import { forgetWorkspaces } from './workspaces-query.ts'

const APPLIES = 'New chats start with it. Existing chats keep their own.'

/** Saves settings of a workspace, and lets the page read them again. */
function useSave({ id }: WorkspaceView) {
  const { client, newKey } = useServices()
  const queries = useQueryClient()
  return async (settings: TriedSettings) => {
    await client.changeWorkspaceSettings(id, { ...settings, key: newKey() })
    await forgetWorkspaces(queries)
  }
}

interface PanelProps {
  workspace: WorkspaceView
}

/** Settings with their effect beside them, or below them on a phone. */
function Panel({ workspace, tried, children }: PanelProps & { tried: TriedSettings; children: ReactNode }) {
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="-mx-4 min-w-0">{children}</div>
      <div className="lg:sticky lg:top-0 lg:self-start">
        <FirstRequest workspaceId={workspace.id} tried={tried} />
      </div>
    </div>
  )
}

export function WorkspacePrompt({ workspace }: PanelProps) {
  const { client } = useServices()
  const save = useSave(workspace)
  const { systemPrompt: saved } = workspace.settings
  const [typed, setTyped] = useState(saved)
  const { data: values = null } = useQuery({
    queryKey: ['workspaces', workspace.id, 'prompt-values'],
    queryFn: () => client.workspacePromptValues(workspace.id),
  })
  const isTried = typed !== saved && templateErrors(typed, PROMPT_VARIABLES).length === 0
  return (
    <Panel workspace={workspace} tried={isTried ? { systemPrompt: typed } : {}}>
      <div className="px-4">
        <PromptEditor
          name={`${workspace.id}/system-prompt`}
          saved={saved}
          values={values}
          applies={APPLIES}
          onText={setTyped}
          onSave={systemPrompt => save({ systemPrompt })}
        />
        <DocumentsEditor
          workspaceId={workspace.id}
          documents={workspace.settings.documents}
          blocks={[]}
          onChange={documents => save({ documents })}
        />
      </div>
    </Panel>
  )
}

export function WorkspaceAnswer({ workspace }: PanelProps) {
  const save = useSave(workspace)
  const draft = useSettingsDraft(answerSettings, workspace.settings.answer, answer => save({ answer }))
  const { model: facts, because } = workspace
  return (
    <Panel workspace={workspace} tried={draft.changed === null ? {} : { answer: draft.changed }}>
      <AnswerSettingsView draft={{ ...draft, answering: { facts, because, notApplied: [] } }} />
      {draft.isChanged && (
        <div className="sticky bottom-0">
          <DraftBar draft={draft} canSave={draft.errors.size === 0}>
            {APPLIES}
          </DraftBar>
        </div>
      )}
    </Panel>
  )
}

export function WorkspaceContext({ workspace }: PanelProps) {
  const save = useSave(workspace)
  const draft = useSettingsDraft(contextSettings, workspace.settings.context, context => save({ context }))
  const { contextWindow } = workspace.model
  return (
    <Panel workspace={workspace} tried={draft.changed === null ? {} : { context: draft.changed }}>
      <ContextSettingsView draft={draft} window={contextWindow} cache={workspace.model} />
      {draft.isChanged && (
        <div className="sticky bottom-0">
          <DraftBar draft={draft} canSave={draft.changed !== null}>
            {APPLIES}
          </DraftBar>
        </div>
      )}
    </Panel>
  )
}

export function WorkspaceWording({ workspace }: PanelProps) {
  const save = useSave(workspace)
  const draft = useSettingsDraft(wordingSettings, workspace.settings.wording, wording => save({ wording }))
  return (
    <Panel
      workspace={workspace}
      tried={canSaveWording(draft.changed) && draft.changed ? { wording: draft.changed } : {}}
    >
      <WordingView draft={draft} />
      {draft.isChanged && (
        <div className="sticky bottom-0">
          <DraftBar draft={draft} canSave={canSaveWording(draft.changed)}>
            {APPLIES}
          </DraftBar>
        </div>
      )}
    </Panel>
  )
}

export function WorkspaceTools({ workspace }: PanelProps) {
  const save = useSave(workspace)
  const { tools: saved } = workspace.settings
  const choices = useToolChoices(saved, tools => save({ tools }))
  return (
    <Panel workspace={workspace} tried={choices.choices === saved ? {} : { tools: choices.choices }}>
      <ToolList
        workspaceId={workspace.id}
        place={`${workspace.id}/tools`}
        choices={choices}
        recallSetting={{ context: workspace.settings.context, save: context => save({ context }) }}
        answer={workspace.settings.answer}
        facts={workspace.model}
        note="New chats start with these tools. Existing chats keep their own."
      />
    </Panel>
  )
}
