import { isSaid } from '../mapping/is-said.ts'
import { toToolName } from '../mapping/to-tool-name.ts'
import { isJsonObject, parseJson } from '../transport/json-field.ts'

/** OpenAI refuses a request in which any call has another name. */
const TAKEN_NAME = /^[a-zA-Z0-9_-]{1,64}$/
const LONGEST_NAME = 64

/** The name of a called tool as servers take it. One that is declared stays: the server takes both or neither. */
export function calledName(tool: string, declared: ReadonlySet<string>, notes: string[]): string {
  if (TAKEN_NAME.test(tool) || (tool !== '' && declared.has(tool))) return tool
  const name = toToolName(tool, LONGEST_NAME)
  notes.push(`a call of ${JSON.stringify(tool)} goes by the name ${name}, which servers take`)
  return name
}

/** Arguments that are no JSON object go as the text in one: templates and routers parse them, and refuse the whole request (FP-10). */
export function calledInput(tool: string, input: string, notes: string[]): string {
  if (!isSaid(input) || isJsonObject(parseJson(input))) return input
  notes.push(`the arguments of a call of ${JSON.stringify(tool)} are no JSON object and go as the text in one`)
  return JSON.stringify({ input })
}
