/** Endings that name a version of the same model: dates, `-latest`, the revisions of Bedrock and Vertex. */
const VERSION = /([-@](20\d{6}|20\d{2}-\d{2}-\d{2}|latest)|-v\d+(:\d+)?|-00\d)$/

/** Where Bedrock serves it from, and whose it is. */
const SERVED = /^([a-z-]+\.)?(?=(anthropic|amazon|meta|mistral|openai|deepseek|qwen|cohere)\.)/

/** The name of a model without its date, its revision and where it is served: what is signed by one is read by the other (C7). */
export function familyOf(model: string): string {
  let name = model
    .toLowerCase()
    .replace(/^models\//, '')
    .replace(SERVED, '')
  while (VERSION.test(name)) name = name.replace(VERSION, '')
  return name
}
