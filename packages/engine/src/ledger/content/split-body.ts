/**
 * Splits the body of a request into pieces that stay the same from one request to the next: each element of its top-level lists, such as
 * messages, input, contents, system or tools, and the text between them. The pieces joined are always the body.
 */
export function splitBody(body: string): readonly string[] {
  const pieces: string[] = []
  let from = 0
  let depth = 0
  let inList = false

  function cut(at: number): void {
    if (at > from) pieces.push(body.slice(from, at))
    from = at
  }

  for (let at = 0; at < body.length; at += 1) {
    switch (body[at]) {
      case '"':
        at = endOfText(body, at)
        break
      case '{':
        depth += 1
        break
      case '[':
        depth += 1
        if (depth !== 2) break
        inList = true
        cut(at + 1)
        break
      case ']':
        if (depth === 2 && inList) {
          inList = false
          cut(at)
        }
        depth -= 1
        break
      case '}':
        depth -= 1
        break
      case ',':
        // The comma belongs to the next piece, so that the last element is the same piece when another one follows it.
        if (depth === 2 && inList) cut(at)
        break
    }
  }
  cut(body.length)
  return pieces
}

/** The end of the JSON string that starts here; the end of the body if it has none. */
export function endOfText(body: string, start: number): number {
  for (let end = start + 1; ; end += 1) {
    end = body.indexOf('"', end)
    if (end === -1) return body.length
    let backslashes = 0
    while (body[end - 1 - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return end
  }
}
