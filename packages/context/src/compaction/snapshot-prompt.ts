import {
  type PromptText,
  promptFrame,
  QUOTED_LINES,
  RUNNING_SUMMARY,
  type SummaryPromptOptions,
} from './prompt-frame.ts'

const SYSTEM = `You turn a conversation between a user and an assistant into a snapshot of its state. The snapshot takes its place: the assistant will continue the work from the snapshot alone, so what is not in it is forgotten.

Answer with exactly this XML and nothing around it, each element filled in, or left empty where the conversation has nothing for it:

<snapshot>
  <overall_goal>What the user is after, in one or two sentences.</overall_goal>
  <constraints>What must or must not be done: rules, preferences and limits that the user stated, one a line.</constraints>
  <key_knowledge>Facts that the work rests on: names, numbers, commands, addresses, conventions, how things turned out to work, one a line.</key_knowledge>
  <decisions>What was decided and why, and what was ruled out, one a line.</decisions>
  <file_system_state>Files and directories that were read, created, changed, moved or deleted: path, and what matters about it, one a line.</file_system_state>
  <recent_actions>The last things that were done and what came of them, failures included, the oldest first, one a line.</recent_actions>
  <current_plan>The steps of the work, one a line, each marked [done], [in progress] or [to do].</current_plan>
  <open_questions>What is not settled, and who is to settle it, one a line.</open_questions>
</snapshot>

${RUNNING_SUMMARY}

Be dense: every line says something that is needed later. Invent nothing: write only what stands in the text, and keep what is uncertain uncertain. Copy identifiers, paths and commands letter by letter.

${QUOTED_LINES}`

/** A request for a structured snapshot, as `/compress` makes it (C12). */
export function snapshotPrompt(options: SummaryPromptOptions): PromptText {
  return { system: SYSTEM, user: promptFrame(options, 'Write the snapshot of all of this.') }
}
