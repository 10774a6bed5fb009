import { EngineError } from '@stet/engine'
import {
  decodeMcpSecrets,
  encodeMcpSecrets,
  type McpReach,
  type McpSecrets,
  type McpServerRecord,
  type ReadRow,
} from '@stet/store'
import { openSealed } from '../providers/open-sealed.ts'
import type { Sealer } from '../providers/providers-deps.ts'
import type { McpServerForm } from './mcp-desk.ts'
import type { StoredServer } from './stored-server.ts'

/** The values, or a sentence why they cannot be opened. */
type Opened = { readonly secrets: McpSecrets } | { readonly trouble: string }

type Bound = Pick<McpServerRecord, 'id' | 'reach'>

export function sealSecrets(sealer: Sealer, server: Bound, secrets: McpSecrets): Promise<Uint8Array> {
  return sealer.seal(encodeMcpSecrets(secrets), boundTo(server))
}

export async function openSecrets(sealer: Sealer, server: McpServerRecord, row: ReadRow | null): Promise<Opened> {
  if (server.secretNames.length === 0) return { secrets: {} }
  const opened = await openSealed(sealer, row, boundTo(server))
  const decoded = opened === null ? null : decodeMcpSecrets(opened)
  if (decoded !== null && 'record' in decoded) return { secrets: decoded.record }
  return {
    trouble: `The values of “${server.name}” cannot be opened with the key file that is here. Enter them again.`,
  }
}

/** Sealed for the program or address they were given for: another one cannot open them (Z-13). */
function boundTo({ id, reach }: Bound): string {
  return `secrets of ${id} for ${destinationOf(reach)}`
}

/** Where secrets go. Another folder to start in is the same program. */
export function destinationOf(reach: McpReach): string {
  if (reach.kind === 'stdio') return JSON.stringify(['stdio', reach.command, reach.args])
  return JSON.stringify(['http', URL.parse(reach.url)?.href ?? reach.url])
}

/** The values after a change: given ones, and those that are kept. */
export async function nextSecrets(sealer: Sealer, stored: StoredServer, form: McpServerForm): Promise<McpSecrets> {
  const kept = Object.entries(form.secrets).filter(([, value]) => value === null)
  const [name] = kept[0] ?? []
  if (name === undefined) return newSecrets(form)
  if (destinationOf(stored.record.reach) !== destinationOf(form.reach)) {
    const because = `${name} was given for another program or address; enter its value again to use it here`
    throw new EngineError('invalid', because, `secrets.${name}`)
  }
  const opened = await openSecrets(sealer, stored.record, stored.sealed)
  if ('trouble' in opened) throw new EngineError('invalid', opened.trouble, `secrets.${name}`)
  return Object.fromEntries(
    Object.entries(form.secrets).map(([each, value]) => [each, value ?? storedValue(opened.secrets, each)]),
  )
}

export function newSecrets({ secrets }: McpServerForm): McpSecrets {
  return Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, value ?? storedValue({}, name)]))
}

function storedValue(secrets: McpSecrets, name: string): string {
  const value = Object.hasOwn(secrets, name) ? secrets[name] : undefined
  if (value === undefined)
    throw new EngineError('invalid', `no value of ${name} is stored; enter it`, `secrets.${name}`)
  return value
}
