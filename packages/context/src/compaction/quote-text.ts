/** Whatever any reader takes for the end of a line. */
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g

/** Every line behind a `> `, so that no text can pass for what stands around it. Nothing else changes. */
export function quoteText(text: string): string {
  return `> ${text.replace(LINE_END, '$&> ')}`
}
