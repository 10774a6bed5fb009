const TEXT =
  /^(text\/|application\/(json|xml|(x-)?yaml|toml|javascript|typescript|sql|x-sh|x-ndjson)\b|[a-z]+\/[^;]+\+(json|xml|yaml)\b)/

/** Whether a file is one of text, which reaches every model as such; as a file it would reach only those that read files. */
export function isTextType(mediaType: string): boolean {
  return TEXT.test(mediaType.toLowerCase())
}
