/** How many code units the first characters of a text have: OpenAI counts characters, some of which are two units of a JavaScript string. */
export function toCodeUnits(text: string, characters: number): number {
  if (!/[\ud800-\udfff]/.test(text)) return Math.min(characters, text.length)
  return [...text].slice(0, characters).join('').length
}
