/** A clause as a sentence of its own. */
export function sentence(text: string): string {
  const trimmed = text.trim()
  const capital = trimmed.charAt(0).toLocaleUpperCase() + trimmed.slice(1)
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`
}
