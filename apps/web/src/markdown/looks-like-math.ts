const LONGEST = 4000
const SIGN = /[\\{}^_+*/=()[\]&%#~<>]|-[\s\d.]/

/**
 * Whether what is between dollar signs can be mathematics (V2): it holds a mathematical sign or is one character. A hyphen
 * counts only before a space, a digit or a point, so that the one of `x-y` does not. A longer text than any formula is none.
 */
export function looksLikeMath(content: string): boolean {
  if (content.trim() === '' || content.length > LONGEST || content.includes('`')) return false
  return SIGN.test(content) || [...content].length === 1
}
