import type { ToolProgress } from './tool.ts'

/** Yields what is reported while something is being done. Of several reports in between, the last counts. */
export async function* withProgress<Result>(
  act: (report: (text: string) => void) => Promise<Result>,
): AsyncGenerator<ToolProgress, Result> {
  let latest: string | null = null
  let arrived = Promise.withResolvers<'progress'>()
  const acting = act(text => {
    latest = text
    arrived.resolve('progress')
  })
  for (;;) {
    const next = await Promise.race([acting.then(result => ({ result })), arrived.promise])
    if (next !== 'progress') return next.result
    arrived = Promise.withResolvers()
    if (latest !== null) yield { text: latest }
  }
}
