import { EngineError } from '@stet/engine'
import { checkUrl } from '../providers/check-address.ts'
import { checkHeaders } from '../providers/check-form.ts'
import type { McpServerForm } from './mcp-desk.ts'

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,199}$/
/** These decide what code a program loads. They belong into its command, where the user sees them. */
const LOADERS = /^(?:LD_|DYLD_)|^(?:NODE_OPTIONS|PYTHONSTARTUP|BASH_ENV|ENV)$/

/** Throws for the first field that is wrong, with its name and a clause for the user. */
export function checkServerForm(form: McpServerForm): McpServerForm {
  const { reach, secrets } = form
  if (reach.kind === 'stdio') {
    const texts = [reach.command, ...reach.args, reach.cwd ?? '']
    if (texts.some(text => text.includes('\0'))) throw refuse('reach.command', 'a command has no NUL characters')
    if (reach.command.trim() === '') throw refuse('reach.command', 'a program is needed')
  } else checkUrl('reach.url', reach.url, reach.thisComputer ? 'with-loopback' : 'without-loopback', THIS_COMPUTER)
  if (reach.kind === 'http') checkHeaders(secrets, 'secrets')
  else checkVariables(secrets)
  return { ...form, name: form.name.trim() }
}

function checkVariables(secrets: McpServerForm['secrets']): void {
  for (const [name, value] of Object.entries(secrets)) {
    const field = `secrets.${name}`
    if (!VARIABLE.test(name)) throw refuse(field, `“${name.slice(0, 40)}” cannot be the name of a variable`)
    if (LOADERS.test(name)) throw refuse(field, `${name} changes what a program loads and is not passed on`)
    if (value?.includes('\0') === true) throw refuse(field, 'a value has no NUL characters')
  }
}

const THIS_COMPUTER = 'It is on this computer'

function refuse(field: string, because: string): EngineError {
  return new EngineError('invalid', because, field)
}
