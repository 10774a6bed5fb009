/** The beginning of a text, cut after a line where there is one, and never inside a character. */
export function beginningOf(text: string, characters: number): string {
  if (text.length <= characters) return text
  const lineEnd = text.lastIndexOf('\n', characters - 1)
  const end = lineEnd > characters / 2 ? lineEnd + 1 : characters
  return /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? text.slice(0, end - 1) : text.slice(0, end)
}
