import type { ModelChoice, WorkspaceId } from '@stet/history'
import * as z from 'zod/mini'
import type { Put, ReadRow } from '../contract/store.ts'
import { createCodec, exactly, id, type UnreadableRecord } from './codec.ts'

export const WORKSPACES_SHELF = 'workspaces'

export interface Workspace {
  readonly id: WorkspaceId
  readonly name: string
  readonly createdAt: number
  /** The user's choice for new chats; null for none. */
  readonly model: ModelChoice | null
}

const codec = createCodec(
  1,
  exactly<Workspace>()(
    z.object({
      id: id('ws'),
      name: z.string(),
      createdAt: z.number(),
      // Workspaces written before models could be chosen have none.
      model: z._default(z.nullable(z.object({ definition: z.string(), model: z.string() })), null),
    }),
  ),
)

/** Workspaces are listed under the empty parent, in the order they were made. */
export function toWorkspacePut(
  workspace: Workspace,
  at: { readonly expect: number; readonly order: number | 'next' },
): Put {
  const body = codec.encode(workspace)
  return { kind: 'put', shelf: WORKSPACES_SHELF, id: workspace.id, parent: '', ...at, refs: [], body }
}

export function fromWorkspaceRow(row: ReadRow): Workspace | UnreadableRecord {
  const decoded = codec.decode(row)
  return 'record' in decoded ? decoded.record : { id: row.id, ...decoded }
}
