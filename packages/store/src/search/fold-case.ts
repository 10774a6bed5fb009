/** Letters with a stroke and joined letters, which Unicode does not take apart; and the two forms of sigma. */
const SPELLED: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
}
const SPELLED_LETTER = /[øłđħŧæœς]/g
const NOT_ASCII = /[^\0-\x7f]/

/** Upper case first: it takes ß to SS and the dotless ı to I, which lower case alone keeps apart. */
export function foldCase(word: string): string {
  if (!NOT_ASCII.test(word)) return word.toLowerCase()
  const folded = word.toUpperCase().toLowerCase()
  return folded.replace(SPELLED_LETTER, letter => SPELLED[letter] ?? letter)
}
