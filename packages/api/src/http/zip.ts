import { PATH_IDS, ZIP } from '@stet/commands'
import type { FileDesk, PackedFile } from '@stet/desk'
import { downloadZip } from 'client-zip'
import type { Hono } from 'hono'
import { parseWith } from './parse-with.ts'

/** A folder as a ZIP that is made while it is sent: nothing of it is held in memory but the file whose turn it is. */
export function mountZip(app: Hono, files: FileDesk): void {
  app.get(ZIP.path, async c => {
    const workspaceId = parseWith(PATH_IDS.workspaceId, c.req.param('workspaceId'), 'workspaceId')
    const { path } = parseWith(ZIP.query, c.req.query(), 'query')
    const packed = await files.contents(workspaceId, path)
    const name = path.split('/').findLast(part => part !== '') ?? 'files'
    const { body } = downloadZip(toEntries(packed, path))
    return new Response(body, {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${name.replaceAll(/[^ -~]|"/g, '_')}.zip"; filename*=UTF-8''${encodeURIComponent(name)}.zip`,
      },
    })
  })
}

async function* toEntries(packed: AsyncIterable<PackedFile>, folder: string) {
  const above = folder === '/' ? 1 : folder.replace(/\/$/, '').length + 1
  for await (const { entry, read } of packed) {
    const name = entry.path.slice(above)
    const lastModified = new Date(entry.changedAt)
    yield read === null ? { name: `${name}/`, lastModified } : { name, lastModified, input: await read() }
  }
}
