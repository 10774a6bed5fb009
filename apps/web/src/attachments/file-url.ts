import { FILES, type FilePart } from '@stet/api/client'
import { basePath } from '../formats/base-path.ts'

/** Where the bytes of a file are. */
export function fileUrl({ blob, name }: Pick<FilePart, 'blob' | 'name'>, act: 'show' | 'download' = 'show'): string {
  const query = new URLSearchParams({ name, ...(act === 'download' && { download: 'true' }) })
  return `${basePath}${FILES.download.path.replace(':blobId', blob)}?${query}`
}

export function download(part: FilePart): void {
  const link = document.createElement('a')
  link.href = fileUrl(part, 'download')
  link.download = part.name
  link.click()
}
