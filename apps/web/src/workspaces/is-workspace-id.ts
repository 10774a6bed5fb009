import type { WorkspaceId } from '@stet/api/client'

export function isWorkspaceId(text: string): text is WorkspaceId {
  return text.startsWith('ws_')
}
