import type { Schedule } from '../schedule.ts'

/** Time that passes when the test says so; no time at all passes by itself. */
export class FakeTimer {
  now = 0
  #waiting: { at: number; act: () => void }[] = []

  readonly schedule: Schedule = (act, ms) => {
    if (ms === 0) {
      const timer = setTimeout(act)
      return () => clearTimeout(timer)
    }
    const entry = { at: this.now + ms, act }
    this.#waiting.push(entry)
    return () => {
      this.#waiting = this.#waiting.filter(other => other !== entry)
    }
  }

  readonly clock = () => this.now

  get waiting(): readonly number[] {
    return this.#waiting.map(entry => entry.at - this.now)
  }

  async pass(ms: number): Promise<void> {
    this.now += ms
    const due = this.#waiting.filter(entry => entry.at <= this.now)
    this.#waiting = this.#waiting.filter(entry => entry.at > this.now)
    for (const entry of due) entry.act()
    await settle()
  }
}

/** Lets everything that only waits for promises happen. */
export function settle(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve))
}
