/** Whether a text says anything: providers refuse one that is blank. */
export function isSaid(text: string): boolean {
  return /\S/.test(text)
}
