const PROTOCOLS = new Set(['http:', 'https:', 'mailto:'])

/** The address, if following it can do no more than open a page or a letter; null for scripts, files and paths of this page. */
export function safeUrl(address: string): string | null {
  const url = URL.parse(address)
  return url && PROTOCOLS.has(url.protocol) ? url.href : null
}

/** The path of a workspace file in a `file:` address; null for any other, and for files of a computer or a server. */
export function workspacePath(address: string): string | null {
  const found = /^file:(?:\/\/)?(\/[^/].*|\/)$/i.exec(address)?.[1]
  if (found === undefined || !URL.canParse(`file://${found}`)) return null
  try {
    return decodeURIComponent(found)
  } catch (error) {
    // Not encoded: the percent sign is part of a name.
    if (error instanceof URIError) return found
    throw error
  }
}

/** The server a picture would be fetched from, or null when it is none that can be asked. */
export function hostOf(address: string): string | null {
  const url = URL.parse(address)
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.host : null
}
