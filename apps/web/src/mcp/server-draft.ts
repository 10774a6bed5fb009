import type { McpServerForm, ShownMcpServer } from '@stet/api/client'

/** A server as it is being filled in. */
export interface ServerDraft {
  readonly kind: 'stdio' | 'http'
  readonly name: string
  readonly enabled: boolean
  readonly command: string
  /** One to a line. */
  readonly args: string
  readonly cwd: string
  readonly url: string
  readonly thisComputer: boolean
  readonly secrets: readonly SecretDraft[]
}

export interface SecretDraft {
  readonly id: number
  readonly name: string
  /** Null keeps the saved value. */
  readonly value: string | null
}

export const emptyDraft: ServerDraft = {
  kind: 'stdio',
  name: '',
  enabled: true,
  command: '',
  args: '',
  cwd: '',
  url: '',
  thisComputer: false,
  secrets: [],
}

export function toDraft({ name, enabled, reach, secretNames }: ShownMcpServer): ServerDraft {
  const secrets = secretNames.map((each, id) => ({ id, name: each, value: null }))
  const draft = { ...emptyDraft, name, enabled, secrets }
  if (reach.kind === 'http') return { ...draft, kind: 'http', url: reach.url, thisComputer: reach.thisComputer }
  return { ...draft, command: reach.command, args: reach.args.join('\n'), cwd: reach.cwd ?? '' }
}

export function toForm(draft: ServerDraft): McpServerForm {
  const { kind, name, enabled, command, args, cwd, url, thisComputer, secrets } = draft
  return {
    name,
    enabled,
    reach:
      kind === 'http'
        ? { kind, url: url.trim(), thisComputer }
        : {
            kind,
            command: command.trim(),
            args: args === '' ? [] : args.split('\n'),
            cwd: cwd.trim() === '' ? null : cwd.trim(),
          },
    secrets: Object.fromEntries(
      secrets.filter(each => each.name.trim() !== '').map(each => [each.name.trim(), each.value]),
    ),
  }
}
