const WORDS = ['tide', 'harbour', 'wall', 'the', 'of', 'rises', 'stone', 'and', 'higher', 'by', 'evening', 'fern']

/** Of a message of a filled chat, by its number. The page that ours is compared with has the same texts. */
export function textOf(number: number, words: number): string {
  return Array.from({ length: words }, (_, at) => WORDS[(number * 7 + at * 5) % WORDS.length]).join(' ')
}
