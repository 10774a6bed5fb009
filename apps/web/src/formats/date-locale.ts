/** The language that the user chose for dates; undefined for that of the system. `applyPreferences` puts it onto the document. */
export function dateLocale(): string | undefined {
  return typeof document === 'undefined' ? undefined : document.documentElement.dataset.dates
}
