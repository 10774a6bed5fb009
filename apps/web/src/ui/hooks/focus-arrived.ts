/** Gives a field of a page that has arrived the focus, unless a dialog has it: a user who opened the palette meanwhile types there. */
export function focusArrived(field: HTMLElement | null, options?: FocusOptions): void {
  const isInDialog = document.activeElement?.closest('[role=dialog], [role=alertdialog]') ?? null
  if (isInDialog === null) field?.focus(options)
}
