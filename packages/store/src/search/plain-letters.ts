/**
 * What people leave out when they type: accents of Latin, Greek and Cyrillic, Arabic and Hebrew vowel signs, the Arabic stretching
 * line, and characters that are not seen. The marks of Indic and South-East Asian scripts are letters in all but name and stay.
 */
const LEFT_OUT =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\p{Cf}]/gu
/** What belongs to the character before it: marks, conjoining jamo, halfwidth voiced kana. */
const JOINS = /[\p{M}\u1160-\u11ff\uff9e\uff9f]/u
/** A character buried in marks is cut into pieces: putting a million marks in order is not linear. */
const LONGEST_CLUSTER = 24
const REMEMBERED_CLUSTERS = 4096

const remembered = new Map<string, string>()
const joins = new Uint8Array(0x10000)

/** Where the cluster that starts at `start` ends: a character and what normalisation may join to it. */
export function clusterEnd(text: string, start: number): number {
  let end = start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1)
  const longest = Math.min(text.length, start + LONGEST_CLUSTER)
  while (end < longest && joinsBefore(text.charCodeAt(end))) end += 1
  return end
}

/** NFKC without what people leave out, so that "Muller" finds "Müller". Case stays. */
export function plainLetters(cluster: string): string {
  if (cluster.length === 1 && isPlainAlready(cluster.charCodeAt(0))) return cluster
  const known = remembered.get(cluster)
  if (known !== undefined) return known
  const plain = cluster.normalize('NFKD').replace(LEFT_OUT, '').normalize('NFC')
  if (remembered.size >= REMEMBERED_CLUSTERS) remembered.clear()
  remembered.set(cluster, plain)
  return plain
}

/** ASCII, Han and Hangul syllables: too many to remember, and normalisation leaves them as they are. */
function isPlainAlready(unit: number): boolean {
  return unit < 0x80 || (unit >= 0x3400 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xd7a3)
}

function joinsBefore(unit: number): boolean {
  if (unit < 0x300) return false
  const known = joins[unit]
  if (known !== 0) return known === 1
  const found = JOINS.test(String.fromCharCode(unit))
  joins[unit] = found ? 1 : 2
  return found
}
