const KEY = 'stet.images'
const AS_CHOSEN = 'as-chosen'

/** Whether images are scaled down and stripped of metadata before they are sent. Yes, unless the user chose otherwise in this browser. */
export function preparesImages(): boolean {
  return localStorage.getItem(KEY) !== AS_CHOSEN
}

export function setPreparesImages(prepares: boolean): void {
  if (prepares) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, AS_CHOSEN)
}
