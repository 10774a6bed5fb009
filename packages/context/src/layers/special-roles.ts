import type { Message, Role } from '@stet/history'
import { isSendable } from '../content/as-recorded.ts'
import type { Content } from '../content/to-plain.ts'
import type { AssembleInput } from '../draft/assemble-input.ts'
import type { DraftBlock, Fate, Note } from '../draft/draft.ts'
import type { Layer } from '../draft/layer.ts'
import { placePrompt } from '../draft/place-prompt.ts'
import { withPrompts } from '../draft/with-prompts.ts'

/** What every request starts with: the system prompt, the tools, and the messages of the roles that a model reads (H1, C1). */
export const specialRoles = {
  name: 'special-roles',
  label: 'Kinds of messages',
  apply: (draft, input) => {
    const contents: (Content | null)[] = []
    const notes: Note[] = []
    for (let index = 0; index < draft.roles.length; index += 1) {
      const role = draft.roles[index]
      if (role === undefined) continue
      contents.push(isSendable(role) ? 'whole' : null)
      notes.push(role === 'unreadable' ? noteOnUnreadable(draft.messages[index]) : noteOn(role))
    }
    const sent = { ...draft, contents, notes, tools: toolsOf(input) }
    return withPrompts(sent, placePrompt(sent, input), input)
  },
} as const satisfies Layer

/** Tools that were removed may have to stay declared; `budget` decides that when it is known what is sent (C21). */
function toolsOf({ tools, withdrawn = [], tokens }: AssembleInput): readonly DraftBlock[] {
  return [...tools, ...withdrawn].map(tool => {
    const count = tokens.text(JSON.stringify(tool))
    return { kind: 'tool', name: tool.name, fate: 'sent', because: '', tokensBefore: count, tokensAfter: count }
  })
}

function noteOnUnreadable(message: Message | undefined): Note {
  const because = message?.role === 'unreadable' ? message.because : 'it is missing'
  return { fate: 'unreadable', because }
}

const sent = note('sent', '')

function noteOn(role: Exclude<Role, 'unreadable'>): Note {
  switch (role) {
    case 'user':
    case 'assistant':
    case 'tool-results':
      return sent
    case 'env-changed':
      return note('sent', 'as a note to the model')
    case 'system-title':
    case 'title':
      return note('never-sent-by-role', 'titles are only shown in Stet')
    case 'system-summary':
      return note('never-sent-by-role', 'it was only the request for a summary')
    case 'summary':
      return note('never-sent-by-role', 'this summary is not in use here')
    case 'clear':
      return note('never-sent-by-role', 'it only marks where the chat was cleared')
    case 'accounting':
      return note('never-sent-by-role', 'usage records are only shown in Stet')
  }
}

function note(fate: Fate, because: string): Note {
  return { fate, because }
}
