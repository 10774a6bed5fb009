/** What a form says. */
export type Read<Settings> =
  | { readonly kind: 'valid'; readonly settings: Settings }
  /** What is wrong, by the name of the setting. */
  | { readonly kind: 'invalid'; readonly errors: ReadonlyMap<string, string> }

/** Whether two forms say the same, however it is written; what is invalid says no more than its letters. */
export function sameForm<Form, Settings>(one: Form, other: Form, read: (form: Form) => Read<Settings>): boolean {
  const [a, b] = [read(one), read(other)]
  if (a.kind === 'invalid' || b.kind === 'invalid') return JSON.stringify(one) === JSON.stringify(other)
  return JSON.stringify(a.settings) === JSON.stringify(b.settings)
}
