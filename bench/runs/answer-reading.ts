import { TOKENS } from '../stream/upstream-facts.ts'

export const TOKEN = ' token'

/** One answer, as its reader sees it. */
export interface AnswerReading {
  /** This many more characters have arrived. */
  arrived(characters: number): void
  /** Throws when something of it is missing. */
  end(): ReadAnswer
}

export interface ReadAnswer {
  readonly firstTokenMs: number
  readonly lastTokenAt: number
}

/** From now on. */
export function beginReading(): AnswerReading {
  const start = performance.now()
  let characters = 0
  let first: number | null = null
  let last = start
  return {
    arrived(now) {
      if (now <= characters) return
      characters = now
      last = performance.now()
      first ??= last - start
    },
    end() {
      const tokens = characters / TOKEN.length
      if (tokens !== TOKENS || first === null) throw new Error(`${tokens} tokens of ${TOKENS} came`)
      return { firstTokenMs: first, lastTokenAt: last }
    },
  }
}
