import type { WordingSettings } from '../settings/wording-settings.ts'
import { toDate } from './prompt-variables.ts'
import { fillTemplate, type TemplateError, type TemplateVariable, templateErrors } from './template.ts'

/** What the template of a message may name (W1). Filled in when the message is sent. */
export const MESSAGE_VARIABLES = [
  { name: 'text', help: 'What you typed' },
  { name: 'date', help: 'The day, such as Monday, 16 November 2026' },
  { name: 'time', help: 'The time, such as 14:05' },
  { name: 'time_zone', help: 'The time zone, such as Europe/Berlin' },
  { name: 'model', help: 'The name of the model' },
  { name: 'context', help: 'How much of the context window is used' },
  { name: 'cost', help: 'What the chat cost so far' },
] as const satisfies readonly TemplateVariable[]

/** What a message is sent with, as of its sending. */
export interface MessageFacts {
  readonly at: number
  readonly timeZone: string
  readonly model: string
  /** In tokens. */
  readonly context: { readonly used: number; readonly budget: number }
  readonly usd: number
}

const METADATA = `<message-metadata>
time: {{date}}, {{time}} ({{time_zone}})
model: {{model}}
context: {{context}}
cost so far: {{cost}}
</message-metadata>

{{text}}`

/** The text of a message as it is sent. */
export function formatMessage(
  { messageFormat, messageTemplate }: WordingSettings,
  text: string,
  facts: MessageFacts,
): string {
  if (messageFormat === 'typed') return text
  const { at, timeZone, model, context, usd } = facts
  return fillTemplate(messageFormat === 'metadata' ? METADATA : messageTemplate, {
    text,
    date: toDate(at, timeZone),
    time: new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hour12: false, timeZone }).format(at),
    time_zone: timeZone,
    model,
    context: `${context.used.toLocaleString('en')} of ${context.budget.toLocaleString('en')} tokens`,
    cost: `$${usd.toFixed(3)}`,
  })
}

/** What is wrong in the template of messages, where it is used. */
export function messageTemplateErrors({ messageFormat, messageTemplate }: WordingSettings): readonly TemplateError[] {
  if (messageFormat !== 'template') return []
  const errors = templateErrors(messageTemplate, MESSAGE_VARIABLES)
  if (errors.length > 0 || /\{\{\s*text\s*\}\}/.test(messageTemplate)) return errors
  return [{ from: 0, to: messageTemplate.length, message: 'A template needs {{text}}, which is what you type.' }]
}
