import { marginPopover } from '../../margin/rail.tsx'

export interface TourStep {
  readonly title: string
  readonly text: string
  /** What it points at. A step without it is left out. */
  readonly find: () => HTMLElement | null
  /** Makes it ready to be pointed at; what it returns puts that back. */
  readonly enter?: () => () => void
}

export type TourSteps = readonly [TourStep, ...TourStep[]]

export const tourSteps: TourSteps = [
  {
    title: 'The margin',
    text: 'The line beside a message shows what happens to it in your next request. A solid line means that it will be sent; a message can also be cached, shortened or left out.',
    find: findRail,
  },
  {
    title: 'Why, and what you can do',
    text: 'Click a line to read the reason and how many tokens the message takes. You can pin a message, so that it is always sent, or leave it out.',
    find: () => named('card') ?? findRail(),
    enter() {
      if (named('card') === null) findRail()?.click()
      return () => marginPopover.close()
    },
  },
  {
    title: 'The context',
    text: 'This meter shows how much of the model’s window your next message takes, and what it costs to send. Click it to see everything that is sent.',
    find: () => named('context'),
  },
  {
    title: 'The inspector',
    text: 'It shows the whole next request before you send it, with tokens and cost. The settings, the system prompt and the tools of the chat are there too.',
    find: () => named('inspector'),
  },
  {
    title: 'The cost of an answer',
    text: 'An answer that cost something says how much. Click the figure to read the exact request that was sent.',
    find: () => named('cost'),
  },
  {
    title: 'Answer again',
    text: 'This button asks for another answer to the same message. Nothing is replaced: the arrows that appear below the answer switch between the two.',
    find: () => named('again'),
  },
]

/** The last one, if there are several (every answer has one). */
function named(name: string): HTMLElement | null {
  return [...document.querySelectorAll<HTMLElement>(`[data-tour="${name}"]`)].at(-1) ?? null
}

/** The least height of a line that can be seen as one. */
const LEAST = 24

/** The first line that is in sight from its start, or at all. */
function findRail(): HTMLElement | null {
  const rails = [...document.querySelectorAll<HTMLElement>('[data-margin]')]
  const inSight = rails.filter(rail => visibleBox(rail).height >= LEAST)
  return (
    inSight.find(rail => visibleBox(rail).top === rail.getBoundingClientRect().top) ?? inSight[0] ?? rails[0] ?? null
  )
}

/** The part of an element that its scroll container shows. */
export function visibleBox(element: HTMLElement) {
  let { left, top, right, bottom } = element.getBoundingClientRect()
  const scroller = element.closest('[data-scrolls]')?.getBoundingClientRect()
  if (scroller) {
    top = Math.max(top, scroller.top)
    bottom = Math.min(bottom, scroller.bottom)
  }
  left = Math.max(left, 0)
  right = Math.min(right, innerWidth)
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }
}
