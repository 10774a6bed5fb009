const NO_REFS: readonly string[] = []

/** Each ref behind a line end of its own, so that no ref and one empty ref differ. */
export function formatRefs(refs: readonly string[]): string {
  let text = ''
  for (const ref of refs) text += `\n${isPlain(ref) ? ref : escapeRef(ref)}`
  return text
}

/** Undoes `formatRefs`. Of damaged text it makes other refs: only its sum tells. */
export function parseRefs(text: string): readonly string[] {
  if (text === '') return NO_REFS
  const refs = text.includes('\n', 1) ? text.slice(1).split('\n') : [text.slice(1)]
  return text.includes('\\') ? refs.map(unescapeRef) : refs
}

function isPlain(ref: string): boolean {
  return !ref.includes('\n') && !ref.includes('\\')
}

function escapeRef(ref: string): string {
  return ref.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

function unescapeRef(ref: string): string {
  return ref.replaceAll(/\\([\\n])/g, (_, escaped) => (escaped === 'n' ? '\n' : '\\'))
}
