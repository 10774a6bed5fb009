import * as z from 'zod/mini'
import type { AnyCommand, AnyRead } from '../definition.ts'
import { COMMANDS, DUMP, EVENTS, FILES, READS, SLASH_COMMANDS } from '../index.ts'

/** The table of `docs/api.md`: every command and every read, as they are defined. */
export function toMarkdown(): string {
  return `# The HTTP API

Generated from \`packages/commands\` by \`node scripts/api-page.ts\`. The same facts as OpenAPI: \`GET /api/openapi.json\`.

- A command needs an \`Idempotency-Key\` of 1 to 200 visible ASCII characters, and runs once for each. Reads need none.
- Bodies are JSON of at most 4 MiB, 32 levels and 20,000 values. Unknown fields and doubled keys are refused. Text is never altered.
- Errors are \`application/problem+json\` with \`code\`, \`retryable\`, \`detail\` for people, and \`field\` where one is at fault.
- A malformed id and a missing one get the same answer.

## Commands

| method | path | body | answer | |
|---|---|---|---|---|
${Object.values<AnyCommand>(COMMANDS).map(commandRow).join('\n')}

## Reads

| method | path | query or body | answer | |
|---|---|---|---|---|
${Object.values<AnyRead>(READS).map(readRow).join('\n')}
| ${EVENTS.method} | \`${EVENTS.path}\` | ${fieldsOf(EVENTS.query)} | a stream of \`ChatEvent\` | ${EVENTS.help} |

## Typed commands

The page runs these when they are typed in place of a message. Any other word after a slash is sent as text.

| command | |
|---|---|
${SLASH_COMMANDS.map(({ name, argument, help }) => `| \`/${name}${argument === null ? '' : ` [${argument}]`}\` | ${help} |`).join('\n')}

## Files

| method | path | query or body | answer | |
|---|---|---|---|---|
| ${FILES.upload.method} | \`${FILES.upload.path}\` | bytes | 201 ${FILES.upload.answers} | ${FILES.upload.help} |
| ${DUMP.method} | \`${DUMP.path}\` | | \`{ chat: Chat, messages: Message[] }\` | ${DUMP.help} |
| ${FILES.download.method} | \`${FILES.download.path}\` | ${fieldsOf(FILES.download.query)} | ${FILES.download.answers} | ${FILES.download.help} |
`
}

function commandRow({ method, path, input, status, answer, shows, silent, help }: AnyCommand): string {
  const answered = silent ? '' : (shows ?? fieldsOf(answer))
  return `| ${method} | \`${path}\` | ${fieldsOf(input)} | ${status}${answered === '' ? '' : ` ${answered}`} | ${help} |`
}

function readRow({ method, path, query, input, answers, help }: AnyRead): string {
  return `| ${method} | \`${path}\` | ${fieldsOf(query ?? input)} | ${answers} | ${help} |`
}

/** The names of the fields, an optional one with a question mark. */
function fieldsOf(schema: z.ZodMiniType | null): string {
  if (schema === null) return ''
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const names = Object.keys(properties).map(name => (required.includes(name) ? name : `${name}?`))
  return names.length === 0 ? '' : `\`{ ${names.join(', ')} }\``
}
