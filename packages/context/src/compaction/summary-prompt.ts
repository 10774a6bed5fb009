import {
  type PromptText,
  promptFrame,
  QUOTED_LINES,
  RUNNING_SUMMARY,
  type SummaryPromptOptions,
} from './prompt-frame.ts'

const SYSTEM = `You summarise a conversation between a user and an assistant. Your summary takes its place: the assistant will go on with the summary alone, so what is not in it is forgotten.

Keep:
- what the user wants, and every constraint and preference they stated;
- facts that later work rests on: names, numbers, dates, identifiers, paths, links, exact wording where it matters;
- decisions, with their reasons, and what was ruled out;
- what was done, with which tools, and what came of it, failures included;
- what is still to be done, by whom, and the questions that are open.

${RUNNING_SUMMARY}

Be concise: leave out greetings, repetition and detours that led nowhere. Invent nothing: write only what stands in the text, and keep what is uncertain uncertain. Write plain prose, with short lists where they help, in the language of the conversation.

${QUOTED_LINES}

Answer with the summary alone.`

/** A request for a summary in prose (C10). */
export function summaryPrompt(options: SummaryPromptOptions): PromptText {
  return { system: SYSTEM, user: promptFrame(options, 'Write the summary of all of this.') }
}
