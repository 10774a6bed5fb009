import { createHash } from 'node:crypto'
import type { ModelCall } from '@stet/models'
import { TOOLS } from '@stet/tools'
import { createWaitingTool } from '@stet/tools/testing'
import { expect, it } from 'vitest'
import { calling, lastTexts, newKey, openToolChat, saying } from '../testing/index.ts'

const LOG = Array.from({ length: 120 }, (_, line) => `line ${line} of src/tide.ts`).join('\n')
const recall = TOOLS.filter(({ name }) => name === 'recall')

/** Reads a long log, then asks for what was cut out of it, piece by piece. */
function script(call: ModelCall) {
  const said = lastTexts(call)
  const last = said.at(-1) ?? ''
  const id = /characters cut, id ([0-9a-f]{10})/.exec(JSON.stringify(call.request.messages))?.[1]
  if (call.request.messages.length === 1) return calling([{ tool: 'log', input: { text: 'all' } }])
  const next = /Continue with from (\d+)/.exec(last)?.[1]
  if (call.request.messages.length === 3) return calling([{ tool: 'recall', input: { id: id ?? '' } }])
  if (next !== undefined) return calling([{ tool: 'recall', input: { id: id ?? '', from: Number(next) } }])
  return saying('Read.')
}

it('[C23] [T9] the model gets back exactly what a limit cut out, without asking the user', async () => {
  const log = { ...createWaitingTool(async () => undefined), name: 'log', run: logged }
  const opened = await openToolChat({ tools: [log, ...recall], script })
  await opened.engine.changeContext({
    key: newKey(),
    chatId: opened.chatId,
    context: { resultLimit: 1000, markers: 'left-out' },
  })
  const view = await opened.ask()
  const results = view.path.flatMap(message => (message.role === 'tool-results' ? message.parts : []))
  const pieces = results
    .filter(({ tool }) => tool === 'recall')
    .map(({ content }) => (content[0]?.kind === 'text' ? content[0].text.replace(/\n\[Characters .*\]$/, '') : ''))
  expect(pieces).toHaveLength(4)
  expect(pieces.join('')).toBe(LOG)
  expect(Object.values(view.calls).map(({ policy }) => policy)).toEqual(Object.values(view.calls).map(() => 'auto'))
  await opened.engine.close()
})

it('[T9] an id that nothing has, and the hash of a file of another chat, are refused in words', async () => {
  const hash = createHash('sha256').update('elsewhere').digest('hex')
  const opened = await openToolChat({
    tools: recall,
    script: call =>
      call.request.messages.length === 1
        ? calling([
            { tool: 'recall', input: { id: '0123456789' } },
            { tool: 'recall', input: { id: hash } },
          ])
        : saying('No.'),
  })
  const view = await opened.ask()
  const outcomes = view.path.flatMap(message => (message.role === 'tool-results' ? message.parts : []))
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['failed', 'failed'])
  await opened.engine.close()
})

async function* logged() {
  yield { text: 'reading' }
  return { outcome: 'done' as const, content: [{ kind: 'text' as const, text: LOG }], shown: null }
}
