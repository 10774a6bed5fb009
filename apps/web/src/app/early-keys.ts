/** The keys that are collected besides letters. */
const NAMED = new Set(['ArrowDown', 'ArrowUp', 'Backspace', 'Enter'])

/**
 * The keys pressed between a shortcut and the focus in the field that it leads to. The script of the palette is fetched first, another page
 * is drawn a moment after its address changed: until then they would be typed into the page below.
 */
export interface EarlyKeys {
  /** Collects from now on, and calls back when the user changes their mind. */
  collect(onEscape: () => void): void
  /** Stops collecting and returns the keys. */
  take(): readonly string[]
}

export function createEarlyKeys(page: Pick<Window, 'addEventListener' | 'removeEventListener'> = window): EarlyKeys {
  let keys: string[] = []
  let stop = (): void => undefined

  function take(): readonly string[] {
    const taken = keys
    keys = []
    stop()
    return taken
  }

  return {
    collect(onEscape) {
      take()
      const onKeyDown = (event: KeyboardEvent) => {
        if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
        if (event.key === 'Escape') {
          take()
          onEscape()
        } else if (event.key.length === 1 || NAMED.has(event.key)) {
          event.preventDefault()
          event.stopPropagation()
          keys.push(event.key)
        }
      }
      page.addEventListener('keydown', onKeyDown, { capture: true })
      stop = () => page.removeEventListener('keydown', onKeyDown, { capture: true })
    },
    take,
  }
}

/** Types keys at the end of a field, as if they were pressed there. Each is drawn before the next: Enter sends what was typed. */
export async function typeInto(field: HTMLTextAreaElement, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    if (key === 'Backspace') field.setRangeText('', Math.max(0, field.value.length - 1), field.value.length, 'end')
    else if (key.length === 1) field.setRangeText(key, field.value.length, field.value.length, 'end')
    if (key.length === 1 || key === 'Backspace') field.dispatchEvent(new Event('input', { bubbles: true }))
    else field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await Promise.resolve()
  }
}
