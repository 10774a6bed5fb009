/** A card above the composer, over which the conversation stays readable. */
export const questionLook =
  'mx-auto mb-2 max-h-[45dvh] w-[calc(100%-1.5rem)] max-w-[calc(var(--column)-3rem)] overflow-y-auto rounded border border-accent bg-raised px-4 pt-4'

/** Its buttons stay in sight while what is above them is scrolled: below the edge nobody would look for them. */
export const questionButtons =
  'sticky bottom-0 -mx-4 mt-3 flex justify-end gap-2 border-t border-line bg-raised px-4 py-3'
