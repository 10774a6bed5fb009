/** Where a person is taken after a decision: to the next call that waits, else back to writing. */
export function focusAfterDecision(decided: HTMLElement): void {
  const others = [...document.querySelectorAll<HTMLElement>('[data-call-waits]')].filter(card => card !== decided)
  const next =
    others.find(card => decided.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING) ?? others[0]
  // On a phone the focus in the field would bring up the keyboard over the conversation.
  const field = matchMedia('(pointer: fine)').matches ? '[data-composer]' : '#main'
  const target = next ?? document.querySelector<HTMLElement>(field)
  target?.focus({ preventScroll: next === undefined })
}
