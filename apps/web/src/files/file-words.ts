/** `v15 (10 stored)` once old versions were dropped. */
export function versionWords(version: number, stored: number): string {
  return stored < version ? `v${version} (${stored} stored)` : `v${version}`
}

export function nameOf(path: string): string {
  return path.split('/').at(-1) ?? ''
}

export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/'
}

export function joinPath(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`
}
