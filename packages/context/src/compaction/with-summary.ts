import { isAside, type MessageId, type Path, type SummaryMessage } from '@stet/history'
import type { AssembleInput } from '../draft/assemble-input.ts'

/** The id of a summary that was not made yet. */
const PLANNED: MessageId = 'msg_planned'

/** The input as it will be with a summary on the link at `index` of the path; the summary itself is empty. */
export function inputWithSummary(input: AssembleInput, index: number): AssembleInput {
  const { tokens } = input
  return {
    ...input,
    path: withSummary(input.path, index),
    tokens: {
      // Counts are remembered by id, and this id is that of every summary not made yet.
      message: message => (message.id === PLANNED ? 0 : tokens.message(message)),
      part: part => tokens.part(part),
      text: text => tokens.text(text),
    },
  }
}

/** The path with a summary on the link at `index`, which covers it and everything before. Without a text it is not made yet. */
export function withSummary(
  path: Path,
  index: number,
  { id, text }: { readonly id: MessageId; readonly text: string } = { id: PLANNED, text: '' },
): Path {
  const link = path[index]
  if (link === undefined || isAside(link)) throw new Error(`the path has no link at ${index} for a summary to hang on`)
  let end = index + 1
  let order = link.order
  for (let aside = path[end]; aside !== undefined && isAside(aside); aside = path[end]) {
    order = Math.max(order, aside.order)
    end += 1
  }
  const summary: SummaryMessage = {
    id,
    chatId: link.chatId,
    parentId: link.id,
    order: order + 1,
    at: link.at,
    copiedFrom: null,
    role: 'summary',
    parts: text === '' ? [] : [{ kind: 'text', text }],
    coversThrough: link.id,
    form: 'prose',
    request: null,
  }
  return path.toSpliced(end, 0, summary)
}
