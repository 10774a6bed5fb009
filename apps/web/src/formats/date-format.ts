const formats = new Map<string, Intl.DateTimeFormat>()

/** One format of each kind, made when it is first used: making one takes longer than drawing a message, and every message shows its time. */
export function dateFormat(locale: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  // A format keeps the time zone that the computer had when it was made.
  const key = JSON.stringify([locale, new Date().getTimezoneOffset(), options])
  const known = formats.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(locale, options)
  formats.set(key, made)
  return made
}
