/** Where trouble is reported. Facts never hold what a request carried. */
export interface Log {
  error(message: string, facts: Readonly<Record<string, unknown>>): void
}
