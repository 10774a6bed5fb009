/** A card above the composer, over which the conversation stays readable. */
export const questionLook =
  'mx-auto mb-2 max-h-[45dvh] w-[calc(100%-1.5rem)] max-w-[calc(var(--column)-3rem)] overflow-y-auto rounded border border-accent bg-raised p-4'
