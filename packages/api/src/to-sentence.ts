/** The engine speaks in clauses, for logs; a person reads what went wrong beside other sentences. */
export function toSentence(clause: string): string {
  const capital = clause.charAt(0).toLocaleUpperCase('en') + clause.slice(1)
  return /[.!?]$/.test(capital) ? capital : `${capital}.`
}
