import type { ToolChoice } from '@stet/api/client'

type Choices = readonly ToolChoice[]

/** What the user chose and is being saved, and what the chat has meanwhile. */
export interface WishedChoices {
  /** What is shown. */
  readonly shown: () => Choices
  readonly wish: (choices: Choices) => void
  readonly saved: () => void
  readonly failed: () => void
  /** The chat has these: a change arrives as an event, before or after the answer to it. */
  readonly arrived: (choices: Choices) => void
}

export function createWishedChoices(first: Choices): WishedChoices {
  let kept = first
  /** Wishes whose events may still arrive, oldest first. */
  let wishes: readonly Choices[] = []
  let open = 0

  function settle(): void {
    if (open > 0) return
    const at = wishes.findLastIndex(each => same(each, kept))
    // The event of an earlier wish is not the newest state: shown, it would undo the last wish for a moment.
    wishes = at === -1 ? wishes : wishes.slice(at + 1)
  }

  return {
    shown: () => wishes.at(-1) ?? kept,
    wish(choices) {
      wishes = [...wishes, choices]
      open += 1
    },
    saved() {
      open -= 1
      settle()
    },
    failed() {
      open -= 1
      if (open === 0) wishes = []
    },
    arrived(choices) {
      if (choices === kept) return
      kept = choices
      if (open > 0) return
      if (wishes.some(each => same(each, choices))) settle()
      else wishes = []
    },
  }
}

function same(one: Choices, other: Choices): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
