/** Work over a whole chat in small steps, for a caller that has others to serve between them. */
export type Steps<Result> = Generator<undefined, Result>

/** All of it at once. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
