import { StoreError } from '@stet/store'
import { ListenError } from '../listen.ts'
import { SettingsError } from '../settings.ts'
import type { PortHolder } from './port-holder.ts'

type FindHolder = (port: number) => Promise<PortHolder | null>

/** Why Stet cannot start and what to do about it, or null for a fault of its own, which needs its stack instead. */
export async function explainStartFailure(error: unknown, findHolder: FindHolder): Promise<string | null> {
  if (error instanceof SettingsError) return error.message
  if (error instanceof ListenError) return explainPort(error, findHolder)
  if (error instanceof StoreError) return explainStore(error)
  if (isAboutFile(error)) {
    return `${error.path} cannot be used (${error.code}). See who owns it and whether there is room, or choose another data folder with STET_DATA.`
  }
  return null
}

async function explainPort(error: ListenError, findHolder: FindHolder): Promise<string> {
  if (!error.taken) return `${error.message}. Choose another port with STET_PORT.`
  const holder = await findHolder(error.port)
  const by = holder === null ? 'another program' : `${holder.name} (process ${holder.pid})`
  return `${error.message} by ${by}. End that, or choose another port with STET_PORT.`
}

function explainStore({ kind, message }: StoreError): string {
  const sentence = message.endsWith('.') ? message : `${message}.`
  return kind === 'refused' ? `${sentence} Choose another folder with STET_DATA.` : sentence
}

function isAboutFile(error: unknown): error is Error & { readonly path: string; readonly code: string } {
  return (
    error instanceof Error &&
    'syscall' in error &&
    'path' in error &&
    typeof error.path === 'string' &&
    'code' in error &&
    typeof error.code === 'string'
  )
}
