import type { Message, ModelRequest } from '@stet/history'
import { answered, asked, called, resulted } from '@stet/history/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assemble } from '../assemble.ts'
import { stepAround } from '../content/step-around.ts'
import { assembleInputs } from '../testing/assemble-inputs.ts'
import { assembled, exampleChat, exampleInput, exampleSettings } from '../testing/example-input.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { estimateTokens } from '../tokens/estimate-tokens.ts'
import { findLeftOut } from './left-out.ts'
import { MARKER_TOKENS } from './marker.ts'

const LOG = Array.from({ length: 300 }, (_, line) => `${line} src/tide-${line}.ts failed with E${1000 + line}`).join(
  '\n',
)

/** A chat that read a log, spoke of it, and is asked again twice. */
function chatAboutLog() {
  const chat = exampleChat()
  chat.say(asked('What is in the log?'))
  const callId = chat.builder.ids.call()
  chat.say(called([callId]))
  const facts = resulted([callId])
  chat.say({ ...facts, parts: facts.parts.map(part => ({ ...part, content: [{ kind: 'text' as const, text: LOG }] })) })
  chat.say(answered('Many failures, the first in src/tide-0.ts.'))
  chat.say(asked('Why?'))
  chat.say(answered('The moon.'))
  chat.say(asked('Sure?'))
  return chat
}

function textsOf({ system, messages }: ModelRequest): readonly string[] {
  return [
    ...system.map(({ text }) => text),
    ...messages.flatMap(message => {
      if (message.form === 'native') return []
      if (message.role === 'tool-results')
        return message.parts.flatMap(({ content }) =>
          content.flatMap(part => (part.kind === 'text' ? [part.text] : [])),
        )
      return message.parts.flatMap(part => (part.kind === 'text' ? [part.text] : []))
    }),
  ]
}

const MARKER =
  /\[(?:Left out|… [\d,]+ characters cut|The messages that this summary replaces were left out), id ([0-9a-f]{10})[^\]]*\]/g

function recalled(path: readonly Message[], id: string): string | null {
  const steps = findLeftOut(path, [], id)
  for (;;) {
    const step = steps.next()
    if (step.done !== true) continue
    return step.value?.kind === 'text' ? step.value.text : null
  }
}

describe('markers', () => {
  const forgetting = { toolMemory: { mode: 'forget', afterConclusions: 1 } } as const

  it('[C23] a forgotten exchange is removed without a trace, unless markers are on for it', () => {
    const path = chatAboutLog().path()
    const without = assembled(path, { settings: exampleSettings({ ...forgetting, markers: 'left-out' }) })
    expect(textsOf(without.request)).toEqual([
      'What is in the log?',
      'Many failures, the first in src/tide-0.ts.',
      'Why?',
      'The moon.',
      'Sure?',
    ])
    const marked = textsOf(assembled(path, { settings: exampleSettings({ ...forgetting, markers: 'all' }) }).request)
    const [, marker = ''] = marked
    expect(marker).toMatch(/^\[Left out, id [0-9a-f]{10}: \w+, [\d,]+ characters\. In it: .*src\/tide-\d+\.ts/)
    expect(estimateTokens(marker)).toBeLessThanOrEqual(MARKER_TOKENS)
    // It is said beside the marker.
    expect(marker).not.toContain('src/tide-0.ts')
    const [[, id = ''] = []] = [...marker.matchAll(MARKER)]
    expect(recalled(path, id)).toContain(LOG)
  })

  it('[C23] a marker is the same bytes in every later request, and in a copy of the chat', () => {
    const settings = exampleSettings({ ...forgetting, markers: 'all' })
    const chat = chatAboutLog()
    const before = textsOf(assembled(chat.path(), { settings }).request)
    chat.say(answered('Yes: src/tide-7.ts says so.'))
    chat.say(asked('Which?'))
    const after = textsOf(assembled(chat.path(), { settings }).request)
    expect(after.slice(0, before.length)).toEqual(before)
    const copy = structuredClone(chat.path()).map(message => ({ ...message, id: `${message.id}copy` as const }))
    expect(textsOf(assembled(copy, { settings }).request)).toEqual(after)
  })

  it('[C5] [C23] where a result is cut, the marker names facts of what is missing, and recall has all of it', () => {
    const path = chatAboutLog().path()
    const settings = exampleSettings({ resultLimit: 2000, markers: 'left-out' })
    const cut = textsOf(assembled(path, { settings }).request).find(text => text.includes('characters cut')) ?? ''
    const [[marker = '', id = ''] = []] = [...cut.matchAll(MARKER)]
    expect(marker).toMatch(/^\[… [\d,]+ characters cut, id [0-9a-f]{10}\. In it: .+\]$/)
    expect(estimateTokens(marker)).toBeLessThanOrEqual(MARKER_TOKENS)
    expect(recalled(path, id)).toBe(LOG)
  })

  it('[C23] what the user left out cannot be recalled', () => {
    const path = chatAboutLog().path()
    const settings = exampleSettings({ ...forgetting, markers: 'all' })
    const marker = textsOf(assembled(path, { settings }).request)[1] ?? ''
    const [[, id = ''] = []] = [...marker.matchAll(MARKER)]
    const results = path.find(({ role }) => role === 'tool-results')?.id ?? 'msg_'
    const steps = findLeftOut(path, [{ kind: 'left-out', messageId: results }], id)
    let step = steps.next()
    while (step.done !== true) step = steps.next()
    expect(step.value).toBeNull()
  })

  it('[C23] everything that is left out can be recalled by a marker of the request', () => {
    fc.assert(
      fc.property(assembleInputs(), drawn => {
        const input = { ...drawn, marks: [], lifts: [], settings: { ...drawn.settings, markers: 'all' as const } }
        const assembly = assemble(input)
        if (assembly.kind !== 'assembled') return
        const sent = textsOf(assembly.request).join('\n')
        const back = [...sent.matchAll(MARKER)].map(([, id = '']) => recalled(input.path, id) ?? '').join('\n')
        const fates = new Map(
          assembly.report.messages.map(({ messageId, fate, layer }) => [messageId, { fate, layer }]),
        )
        for (const [index, message] of input.path.entries()) {
          const { fate, layer } = fates.get(message.id) ?? { fate: 'sent', layer: 'origins' }
          const isForgotten = fate === 'forgotten' || fate === 'summarised' || layer === 'result-limits'
          // Results whose answer cannot be read have lost their calls, and are never sent.
          const hasCalls = stepAround(input.path, index).from < index
          if (!isForgotten || message.role !== 'tool-results' || !hasCalls) continue
          for (const { content } of message.parts)
            for (const part of content)
              if (part.kind === 'text') expect(back.includes(part.text) || sent.includes(part.text)).toBe(true)
        }
      }),
      { numRuns: propertyRuns(300) },
    )
  })

  it('[C23] a summary names how to read what it replaces', () => {
    const chat = chatAboutLog()
    const last = chat.path().at(-2)?.id ?? 'msg_'
    chat.builder.add(last, {
      role: 'summary',
      parts: [{ kind: 'text', text: 'They spoke of a log.' }],
      coversThrough: last,
      form: 'prose',
      request: null,
    })
    const path = chat.path()
    const { request } = assembled(path, exampleInput(path, { settings: exampleSettings({ markers: 'left-out' }) }))
    const [[, id = ''] = []] = [...(request.system.at(-1)?.text ?? '').matchAll(MARKER)]
    const text = recalled(path, id) ?? ''
    expect(text).toContain('User:\nWhat is in the log?')
    expect(text).toContain(LOG)
    expect(text).not.toContain('Sure?')
  })
})
