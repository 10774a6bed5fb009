import type { ToolFile, ToolFiles } from '../ports.ts'
import { fileFailure } from '../ports.ts'
import type { FileAnswer, FileRequest } from './script-messages.ts'

const MEMORIES = '/memories'

/** Answers what a script asks about files, with the error codes of Node. `/memories` can be read only. */
export async function serveFiles(files: ToolFiles, text: string): Promise<FileAnswer> {
  const { op, args } = JSON.parse(text) as FileRequest
  const [path, second] = args.map(String)
  try {
    return await answer(files, op, path ?? '', second ?? '')
  } catch (error) {
    const failure = fileFailure(error)
    if (failure === null) throw error
    return refuse(CODES[failure.code], failure.message)
  }
}

const CODES = {
  'not-found': 'ENOENT',
  exists: 'EEXIST',
  'is-folder': 'EISDIR',
  'not-folder': 'ENOTDIR',
  'path-refused': 'EINVAL',
  changed: 'EINVAL',
  'too-large': 'EINVAL',
} as const

const WRITES = new Set(['writeFile', 'mkdir', 'unlink', 'rmdir', 'rename'])

async function answer(files: ToolFiles, op: string, path: string, second: string): Promise<FileAnswer> {
  const isReadOnly = (each: string) => each === MEMORIES || each.startsWith(`${MEMORIES}/`)
  if (WRITES.has(op) && (isReadOnly(path) || (op === 'rename' && isReadOnly(second)))) {
    return refuse('EROFS', `${MEMORIES} is managed by the memory tool and cannot be changed here`)
  }
  switch (op) {
    case 'readFile':
      return give(toBase64((await files.read(path)).bytes))
    case 'writeFile':
      await files.write(path, fromBase64(second), 'any')
      return give(null)
    case 'exists':
      return give(path === '/' || (await files.find(path)) !== null)
    case 'mkdir':
      await files.makeFolder(path)
      return give(null)
    case 'readdir':
      return give((await files.list(path)).map(({ name }) => name))
    case 'unlink': {
      const found = await mustFind(files, path)
      if (found.kind === 'folder') return refuse('EISDIR', `${path} is a folder`)
      await files.remove(path)
      return give(null)
    }
    case 'rmdir': {
      const found = await mustFind(files, path)
      if (found.kind !== 'folder') return refuse('ENOTDIR', `${path} is a file, not a folder`)
      if ((await files.list(path)).length > 0) return refuse('ENOTEMPTY', `${path} is not empty`)
      await files.remove(path)
      return give(null)
    }
    case 'rename':
      await files.move(path, second)
      return give(null)
    case 'stat':
      return give(toStat(path === '/' ? null : await mustFind(files, path), isReadOnly(path)))
    default:
      return refuse('EINVAL', `there is no fs.${op}`)
  }
}

async function mustFind(files: ToolFiles, path: string): Promise<ToolFile> {
  const found = await files.find(path)
  if (found !== null) return found
  // Reading says exactly what is missing on the way.
  return (await files.read(path)).entry
}

function toStat(file: ToolFile | null, readonly: boolean) {
  const isDirectory = file === null || file.kind === 'folder'
  return {
    isFile: !isDirectory,
    isDirectory,
    size: file?.size ?? 0,
    readonly,
    mtime: file?.changedAt ?? 0,
    isBinary: file?.kind === 'binary',
    mime: file?.mediaType ?? '',
  }
}

function give(value: unknown): FileAnswer {
  return { ok: true, value }
}

function refuse(code: string, message: string): FileAnswer {
  return { ok: false, code, message }
}

function toBase64(bytes: Uint8Array): string {
  const signs: string[] = []
  for (let at = 0; at < bytes.length; at += 0x8000) signs.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)))
  return btoa(signs.join(''))
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), sign => sign.charCodeAt(0))
}
