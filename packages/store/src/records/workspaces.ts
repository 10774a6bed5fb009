import {
  answerSettings,
  type ChatSettings,
  type ContextSettings,
  contextSettings,
  defaultAnswerSettings,
  defaultWordingSettings,
  type ModelChoice,
  type WorkspaceId,
  wordingSettings,
} from '@stet/history'
import * as z from 'zod/mini'
import type { Put, ReadRow } from '../contract/store.ts'
import { createCodec, declared, exactly, id, type UnreadableRecord } from './schemas/codec.ts'
import { Documents, documentRefs, Model, Tools } from './schemas/settings-schemas.ts'

export const WORKSPACES_SHELF = 'workspaces'

export interface Workspace {
  readonly id: WorkspaceId
  readonly name: string
  /** The name of an icon. */
  readonly icon: string
  readonly createdAt: number
  /** Its place in the user's list, lowest first. */
  readonly position: number
  /** The user's choice for new chats; null for none. */
  readonly model: ModelChoice | null
  readonly settings: WorkspaceSettings
  /** What may be spent in a month before runs ask, in dollars; null for no limit. */
  readonly budget: number | null
}

/** What a new chat copies (W1), beside the model. */
export interface WorkspaceSettings extends Omit<ChatSettings, 'model' | 'context'> {
  /** Null for the defaults, which depend on the model. */
  readonly context: ContextSettings | null
}

const untouched: WorkspaceSettings = {
  systemPrompt: '',
  context: null,
  answer: defaultAnswerSettings,
  tools: [],
  wording: defaultWordingSettings,
  documents: [],
}

const Settings = exactly<WorkspaceSettings>()(
  z.object({
    systemPrompt: z.string(),
    context: z.nullable(declared(contextSettings)),
    answer: declared(answerSettings),
    tools: Tools,
    wording: declared(wordingSettings),
    // Those written before there were any.
    documents: z._default(Documents, []),
  }),
)

const codec = createCodec(
  1,
  exactly<Workspace>()(
    z.object({
      id: id('ws'),
      name: z.string(),
      // Those written before there could be several have neither icon nor position nor settings.
      icon: z._default(z.string(), 'folder'),
      createdAt: z.number(),
      position: z._default(z.number(), 0),
      // Nor, before models could be chosen, a model.
      model: z._default(z.nullable(Model), null),
      settings: z._default(Settings, untouched),
      // Nor a budget.
      budget: z._default(z.nullable(z.number()), null),
    }),
  ),
)

/** A workspace in which nothing is set yet. */
export function newWorkspace(facts: Pick<Workspace, 'id' | 'name' | 'createdAt'>): Workspace {
  return { ...facts, icon: 'folder', position: 0, model: null, settings: untouched, budget: null }
}

/** Workspaces are listed under the empty parent, in the order they were made. */
export function toWorkspacePut(
  workspace: Workspace,
  at: { readonly expect: number; readonly order: number | 'next' },
): Put {
  const { id, settings } = workspace
  const refs = documentRefs(settings.documents)
  return { kind: 'put', shelf: WORKSPACES_SHELF, id, parent: '', ...at, refs, body: codec.encode(workspace) }
}

export function fromWorkspaceRow(row: ReadRow): Workspace | UnreadableRecord {
  const decoded = codec.decode(row)
  return 'record' in decoded ? decoded.record : { id: row.id, ...decoded }
}
