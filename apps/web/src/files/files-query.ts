import type { Client, FileEntry, WorkspaceId } from '@stet/api/client'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { refreshQueries } from '../state/refresh-queries.ts'

type Reads = Pick<
  Client,
  'listFiles' | 'fileAt' | 'searchFiles' | 'deletedFiles' | 'fileVersions' | 'fileText' | 'readBlob'
>

/** What is in a folder. */
export function folderQuery(client: Reads, workspaceId: WorkspaceId, path: string) {
  return queryOptions({
    queryKey: ['files', workspaceId, 'folder', path],
    queryFn: async () => (await client.listFiles(workspaceId, { path })).files,
  })
}

export function fileQuery(client: Reads, workspaceId: WorkspaceId, path: string) {
  return queryOptions({
    queryKey: ['files', workspaceId, 'file', path],
    queryFn: () => client.fileAt(workspaceId, { path }),
    retry: false,
  })
}

export function searchQuery(client: Reads, workspaceId: WorkspaceId, text: string) {
  return queryOptions({
    queryKey: ['files', workspaceId, 'search', text],
    queryFn: async () => (await client.searchFiles(workspaceId, { text })).files,
    enabled: text.trim() !== '',
  })
}

export function deletedQuery(client: Reads, workspaceId: WorkspaceId) {
  return queryOptions({
    queryKey: ['files', workspaceId, 'deleted'],
    queryFn: async () => (await client.deletedFiles(workspaceId)).files,
  })
}

export function versionsQuery(client: Reads, workspaceId: WorkspaceId, { id, version }: FileEntry) {
  return queryOptions({
    queryKey: ['files', workspaceId, 'versions', id, version],
    queryFn: async () => (await client.fileVersions(workspaceId, { fileId: id })).versions,
  })
}

/** The extracted text of a PDF or DOCX. A version never changes. */
export function extractedQuery(client: Reads, workspaceId: WorkspaceId, { id, version }: FileEntry) {
  return queryOptions({
    queryKey: ['file-text', workspaceId, id, version],
    queryFn: () => client.fileText(workspaceId, { fileId: id }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
}

/** The text of a blob. A blob never changes. */
export function textQuery(client: Reads, blob: string) {
  return queryOptions({
    queryKey: ['blob-text', blob],
    queryFn: async () => new TextDecoder().decode(await client.readBlob(blob)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
}

/** After a change, whatever is shown of a workspace's files is read again. */
export function refreshFiles(queries: QueryClient, workspaceId: WorkspaceId): Promise<void> {
  return refreshQueries(queries, ['files', workspaceId])
}
