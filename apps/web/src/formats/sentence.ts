/** A clause as a sentence of its own. A model's name at its beginning (`qwen3:8b`) is no word, and stays as it is spelt. */
export function sentence(text: string): string {
  const trimmed = text.trim()
  const isName = /^[^\s]*[\d/:_]/u.test(trimmed)
  const begun = isName ? trimmed : trimmed.charAt(0).toLocaleUpperCase() + trimmed.slice(1)
  return /[.!?…](?: \(\d+\))?$/u.test(begun) ? begun : `${begun}.`
}
