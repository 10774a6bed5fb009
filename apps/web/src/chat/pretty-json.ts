/** Arguments laid out to be read; text that is no JSON, as a model may well write it, stays as it is. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}
