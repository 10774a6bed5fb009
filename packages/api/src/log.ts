/** Where errors are reported. Facts never hold the content of a request. */
export interface Log {
  error(message: string, facts: Readonly<Record<string, unknown>>): void
}
