import type { ToolResultPart } from '@stet/history'

/** What is said of a result that has no content: an empty one is refused. */
export const WITHOUT_WORDS: Readonly<Record<ToolResultPart['outcome'], string>> = {
  done: 'The tool gave no output.',
  failed: 'The tool failed.',
  denied: 'The call was denied.',
  unknown: 'Whether the tool ran is not known.',
}
