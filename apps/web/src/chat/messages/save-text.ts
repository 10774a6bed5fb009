/** Offers a text to the user as a file. */
export function saveText(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Not at once: some browsers begin to read after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** A file name from a title, in any script; what file systems refuse is left out. */
export function toFileName(title: string): string {
  const name = title
    .replace(/[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+/, '')
  return [...name].slice(0, 80).join('') || 'chat'
}
