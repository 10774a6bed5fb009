import type { Json } from '@stet/history'
import { repeated } from '../mapping/words.ts'
import { isJsonList, isJsonObject, jsonField, textField } from '../transport/json-field.ts'
import type { GeminiBody } from './body.ts'
import { partsOf } from './to-messages.ts'
import { FUNCTION_NAME } from './to-request.ts'

/** Every rule of Gemini that a body breaks, in words; none when it would be accepted. */
export function checkRequest({ contents, tools = [] }: GeminiBody): readonly string[] {
  if (contents.length === 0) return ['there is nothing to answer: no content is sent']
  const declared = tools.flatMap(tool => ('functionDeclarations' in tool ? tool.functionDeclarations : []))
  return [
    ...(textField(contents[0] ?? null, 'role') === 'user' ? [] : ['the first content is not the user’s']),
    ...contents.flatMap((content, index) => contentBreaches(content, index)),
    ...contents.flatMap((_, index) => callBreaches(contents, index)),
    ...declared.flatMap(({ name }) =>
      FUNCTION_NAME.pattern.test(name) ? [] : [`${JSON.stringify(name)} cannot be the name of a tool`],
    ),
    ...repeated(declared.map(({ name }) => name)).map(name => `the tool ${name} is declared twice`),
  ]
}

function contentBreaches(content: Json, index: number): readonly string[] {
  const role = textField(content, 'role')
  if (role !== 'user' && role !== 'model') return [`content ${index} is neither the user’s nor the model’s`]
  const parts = partsOf(content)
  if (parts.length === 0) return [`content ${index} has no parts`]
  return parts.flatMap((part, at) => {
    if (!isJsonObject(part) || Object.keys(part).length === 0) return [`part ${at} of content ${index} is empty`]
    const isBlank = part.text === '' && Object.keys(part).length === 1
    const misplaced = role === 'user' ? 'functionCall' : 'functionResponse'
    return [
      ...(isBlank ? [`part ${at} of content ${index} is a text that says nothing`] : []),
      ...(misplaced in part
        ? [`part ${at} of content ${index} is a ${misplaced}, which the ${role} does not make`]
        : []),
    ]
  })
}

/** The calls of a content are answered in the very next, as many and in their order, and follow something that was said to the model. */
function callBreaches(contents: readonly Json[], index: number): readonly string[] {
  const calls = fieldsOf(contents[index], 'functionCall')
  const responses = fieldsOf(contents[index + 1], 'functionResponse')
  const asked = fieldsOf(contents[index - 1], 'functionCall')
  const given = fieldsOf(contents[index], 'functionResponse')
  const breaches: string[] = []
  if (calls.length > 0) {
    if (responses.length !== calls.length) {
      breaches.push(`content ${index} makes ${calls.length} calls and the next gives ${responses.length} results`)
    } else if (!calls.every((call, at) => isAnswer(call, responses[at] ?? null))) {
      breaches.push(`the results after content ${index} are not in the order of its calls`)
    }
    if (textField(contents[index - 1] ?? null, 'role') !== 'user') {
      breaches.push(`the calls of content ${index} do not follow the user or a result`)
    }
  }
  if (given.length > 0 && asked.length === 0) breaches.push(`the results of content ${index} have no calls before them`)
  return breaches
}

function isAnswer(call: Json, response: Json): boolean {
  const id = textField(call, 'id')
  return textField(call, 'name') === textField(response, 'name') && (id === null || id === textField(response, 'id'))
}

function fieldsOf(content: Json | undefined, name: string): readonly Json[] {
  if (content === undefined || !isJsonList(jsonField(content, 'parts'))) return []
  return partsOf(content).flatMap(part => (isJsonObject(part) && name in part ? [part[name] ?? null] : []))
}
