import { type BaseMessage, trimMessages } from '@langchain/core/messages'
import {
  type AssembleInput,
  type Assembly,
  assemble,
  createTokenCounts,
  defaultContextSettings,
  MESSAGE_OVERHEAD,
  type RememberedTokenCounts,
} from '@stet/context'
import type { ContextSettings, Message, SummaryMessage } from '@stet/history'
import { pruneMessages } from 'ai'
import type { Report } from '../harness/row.ts'
import type { Transcript, Transcripts } from './load-transcripts.ts'
import { longTranscript } from './long-transcript.ts'
import { medianTimes } from './median-time.ts'
import { replayModel, toHistory } from './to-history.ts'
import { toAiSdk, toLangChain } from './to-peers.ts'

const WINDOW = 200_000
const NO_WINDOW = 100_000_000
// What follows a summary when the next is made at the full window, and the answer that follows.
const AFTER_CHECKPOINT = 190_000
const MOST_FOR_LANGCHAIN = 10_000

interface Subject {
  readonly count: number
  readonly transcript: Transcript
  readonly path: readonly Message[]
  readonly tokens: RememberedTokenCounts
}

export async function measureAssembly(transcripts: Transcripts, report: Report): Promise<void> {
  const subjects: Subject[] = []
  for (const count of [100, 1000, 10_000, 100_000]) subjects.push(await subjectOf(transcripts, count, report))
  for (const subject of subjects) await measureStripping(subject, report)
  for (const subject of subjects) await measureTrimming(subject, report)
  const [, thousand, , hundredThousand] = subjects
  if (thousand !== undefined && hundredThousand !== undefined) await measureWindow(thousand, hundredThousand, report)
}

async function subjectOf(transcripts: Transcripts, count: number, report: Report): Promise<Subject> {
  const transcript = longTranscript(transcripts, count)
  const path = toHistory(transcript)
  if (path.length !== count) throw new Error(`${path.length} messages were made, not ${count}`)
  const counted = () => {
    const tokens = createTokenCounts()
    for (const message of path) tokens.message(message)
    return tokens
  }
  const { ours } = await medianTimes({ ours: counted })
  const name = `context: counting ${count.toLocaleString('en')} messages, once`
  report({ name, unit: 'ms', ours, peer: null, peerName: null, goal: null })
  return { count, transcript, path, tokens: counted() }
}

/** (a) No window, tool work of earlier cycles left out, a report of every message. */
async function measureStripping({ count, transcript, path, tokens }: Subject, report: Report): Promise<void> {
  const input = inputOf(path, tokens, { previousCycles: 'strip', maxPromptTokens: NO_WINDOW })
  const messages = toAiSdk(transcript)
  const { ours, peer } = await medianTimes({
    ours: () => assembled(input),
    peer: () =>
      pruneMessages({
        messages,
        reasoning: 'before-last-message',
        toolCalls: 'before-last-message',
        emptyMessages: 'remove',
      }),
  })
  const name = `context: assembling ${count.toLocaleString('en')} messages, no window, strip`
  report({ name, unit: 'ms', ours, peer, peerName: 'AI SDK pruneMessages', goal: count === 100_000 ? '<= 1' : null })
}

/** (b) A window of 200,000 tokens. LangChain counts the whole list again for every message it drops. */
async function measureTrimming(subject: Subject, report: Report): Promise<void> {
  const { count, transcript, tokens } = subject
  const name = `context: assembling ${count.toLocaleString('en')} messages, 200,000 tokens`
  const input = windowInput(subject)
  if (count > MOST_FOR_LANGCHAIN) {
    const { ours } = await medianTimes({ ours: () => assembled(input) })
    report({ name, unit: 'ms', ours, peer: null, peerName: null, goal: null })
    return
  }
  const messages = toLangChain(transcript)
  const sizes = transcript.map(message => tokens.text(message.text) + MESSAGE_OVERHEAD)
  // By id: it hands copies to the counter.
  const tokenCounter = (list: BaseMessage[]): number => list.reduce((sum, { id }) => sum + (sizes[Number(id)] ?? 0), 0)
  const { ours, peer } = await medianTimes({
    ours: () => assembled(input),
    peer: () => trimMessages(messages, { maxTokens: WINDOW, tokenCounter, strategy: 'last', startOn: 'human' }),
  })
  report({ name, unit: 'ms', ours, peer, peerName: 'LangChain trimMessages', goal: null })
}

async function measureWindow(small: Subject, large: Subject, report: Report): Promise<void> {
  const [inSmall, inLarge] = [windowInput(small), windowInput(large)]
  const overfull = { ...inLarge, path: large.path }
  if (assemble(overfull).kind !== 'cannot-fit') throw new Error('100,000 messages fit into 200,000 tokens')
  const times = await medianTimes({
    small: () => assembled(inSmall),
    large: () => assembled(inLarge),
    overfull: () => assemble(overfull),
  })
  report({
    name: 'context: 100,000 messages against 1,000, 200,000 tokens',
    unit: 'ms',
    ours: times.large,
    peer: times.small,
    peerName: 'ours, 1,000',
    goal: '<= 1.5',
  })
  report({
    name: 'context: saying that 100,000 messages do not fit',
    unit: 'ms',
    ours: times.overfull,
    peer: times.small,
    peerName: 'ours, 1,000',
    goal: null,
  })
}

function inputOf(
  path: readonly Message[],
  tokens: RememberedTokenCounts,
  settings: Partial<ContextSettings>,
): AssembleInput {
  return {
    path,
    lifts: [],
    marks: [],
    settings: { ...defaultContextSettings(replayModel), ...settings },
    model: replayModel,
    system: 'You are helpful.',
    documents: [],
    tools: [],
    tokens,
    previous: null,
    cache: { state: 'unknown' },
    outputLimit: null,
    freezeMarks: false,
  }
}

/** With a summary of what the window does not hold, as a chat of that length has one. */
function windowInput({ path, tokens }: Subject): AssembleInput {
  let from = path.length
  let left = AFTER_CHECKPOINT
  for (let index = path.length - 1; index >= 0; index -= 1) {
    const message = path[index]
    if (message === undefined) break
    left -= tokens.message(message) + MESSAGE_OVERHEAD
    if (left < 0) break
    if (message.role === 'user') from = index
  }
  const covered = path[from - 1]
  if (left >= 0 || covered === undefined) return inputOf(path, tokens, { maxPromptTokens: WINDOW })
  const withSummary = [...path.slice(0, from), summaryOf(covered), ...path.slice(from)]
  return inputOf(withSummary, tokens, { maxPromptTokens: WINDOW })
}

function summaryOf(covered: Message): SummaryMessage {
  return {
    id: 'msg_summary',
    chatId: covered.chatId,
    parentId: covered.id,
    order: covered.order,
    at: 0,
    copiedFrom: null,
    role: 'summary',
    parts: [{ kind: 'text', text: 'What was said before, in short.' }],
    coversThrough: covered.id,
    form: 'prose',
    request: null,
  }
}

function assembled(input: AssembleInput): Extract<Assembly, { kind: 'assembled' }> {
  const assembly = assemble(input)
  if (assembly.kind !== 'assembled') throw new Error(assembly.because)
  return assembly
}
