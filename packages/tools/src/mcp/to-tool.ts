import type { Drawing, FilePart, Json, TextPart } from '@stet/history'
import type { SamplingPlan, SamplingRequest } from '../ports.ts'
import { isFields } from '../read-input.ts'
import { failed, type Tool, type ToolContext, type ToolResult } from '../tool.ts'
import { withProgress } from '../with-progress.ts'
import {
  type McpContent,
  McpError,
  type McpQuestion,
  type McpReply,
  type McpResult,
  type McpSampled,
  type McpSampling,
  type McpTool,
} from './mcp.ts'
import type { McpSession } from './session.ts'

/** Of a structure that is drawn beside the text of a result, which holds it whole. */
const LONGEST_DRAWN = 20_000
/** Of what a server adds to the system prompt. */
const LONGEST_INSTRUCTIONS = 20_000
const LONGEST_SUMMARY = 100

interface McpToolFacts {
  readonly server: { readonly id: string; readonly name: string }
  readonly definition: McpTool
  /** What it is called in Stet. */
  readonly name: string
  /** What the user approved: where the server runs, and the tool as it described itself. An approval of a call covers both. */
  readonly hash: string
  /** What the server says about using its tools, as the user approved it. */
  readonly instructions: string | null
  /** Why it cannot be offered now. */
  readonly unavailable: string | null
  /** Asks the user in the middle of a call. */
  readonly ask: (call: AskingCall, question: McpQuestion) => Promise<McpReply>
  /** Shows the user what the server wants a model to be asked, and whether that is allowed. */
  readonly allow: (call: AskingCall, sampling: SamplingRequest, plan: SamplingPlan) => Promise<boolean>
  /** Throws `McpError` where the tool is not what was approved any more. */
  readonly check: () => Promise<void>
}

/** A call that asks the user something. */
export type AskingCall = Pick<ToolContext, 'asksIn' | 'callId' | 'signal'>

/** A tool of an MCP server. What it says about itself is never a reason to run it without asking (Z-10). */
export function toTool(session: Pick<McpSession, 'use'>, facts: McpToolFacts): Tool<Json> {
  const { server, definition, name, hash, instructions, unavailable, ask, allow, check } = facts
  return {
    name,
    title: definition.title ?? definition.name,
    icon: 'plug',
    server,
    description: definition.description,
    input: definition.input,
    options: {},
    policy: 'confirm',
    alwaysConfirm: false,
    needs: [],
    ...(unavailable !== null && { unavailable }),
    instructions: async () => instructions && inPrompt(server.name, instructions),
    parse: input => ({ kind: 'parsed', input }),
    summary: summarise,
    binding: async () => hash,
    async *run(input, context) {
      const { signal } = context
      try {
        const result = yield* withProgress(onProgress =>
          session.use(async connection => {
            await check()
            const onQuestion = (question: McpQuestion) => {
              onProgress('Waiting for your answer')
              return ask(context, question)
            }
            const onSampling = (asked: McpSampling) => sample(asked, context, { allow, onProgress })
            return connection.callTool(definition.name, input, { signal, onProgress, onQuestion, onSampling })
          }),
        )
        return await toToolResult(result, context)
      } catch (error) {
        if (error instanceof McpError && !signal.aborted) return failed(`${server.name}: ${error.message}`)
        throw error
      }
    },
  }
}

/** The same for all tools of the server: the prompt says it once. */
function inPrompt(server: string, instructions: string): string {
  const cut = instructions.length - LONGEST_INSTRUCTIONS
  const kept = cut > 0 ? `${instructions.slice(0, LONGEST_INSTRUCTIONS)}\n[${cut} more characters]` : instructions
  return `The MCP server ${JSON.stringify(server)} says about its tools:\n\n${kept}`
}

interface SampleDeps extends Pick<McpToolFacts, 'allow'> {
  readonly onProgress: (text: string) => void
}

/**
 * Asks a model for the server, after the user approved exactly this request. Where nobody looks at a page, it is refused: a server must not spend
 * money unseen.
 */
async function sample(
  asked: McpSampling,
  context: ToolContext,
  { allow, onProgress }: SampleDeps,
): Promise<McpSampled | null> {
  const { sampling, blobs } = context
  if (!context.isAttended()) return null
  const messages = asked.messages.map(async ({ role, content }) => ({
    role,
    parts: await Promise.all(
      content.map(async (piece, index) =>
        piece.kind === 'text'
          ? piece
          : blobs.put(piece.bytes, { name: nameOf(piece, index), mediaType: piece.mediaType }),
      ),
    ),
  }))
  const request: SamplingRequest = { ...asked, messages: await Promise.all(messages) }
  const plan = await sampling.plan(request)
  if (plan === null) throw new McpError('The model of this chat cannot be used.')
  onProgress('Waiting for your approval')
  if (!(await allow(context, request, plan))) return null
  onProgress(`Asking ${plan.model} for the server`)
  const end = await sampling.ask(request)
  if (end.kind === 'failed') throw new McpError(end.because)
  return end
}

/** Its first short arguments. */
function summarise(input: Json): string | null {
  if (!isFields(input)) return null
  const texts = Object.entries(input).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [`${name}: ${value}`] : [],
  )
  const line = texts.join(', ').replaceAll(/\s+/g, ' ')
  if (line === '') return null
  return line.length > LONGEST_SUMMARY ? `${line.slice(0, LONGEST_SUMMARY)}…` : line
}

async function toToolResult(
  { isError, content, structured }: McpResult,
  { blobs }: Pick<ToolContext, 'blobs'>,
): Promise<ToolResult> {
  const parts: (TextPart | FilePart)[] = []
  // Whole, however long: the chat keeps it, and each request shortens it as the chat's settings say (C5).
  const add = (text: string) => parts.push({ kind: 'text', text })
  for (const [index, piece] of content.entries()) {
    if (piece.kind === 'text') add(piece.text)
    else if (isText(piece.mediaType)) add(new TextDecoder().decode(piece.bytes))
    else parts.push(await blobs.put(piece.bytes, { name: nameOf(piece, index), mediaType: piece.mediaType }))
  }
  const drawings: Drawing[] = []
  if (structured !== undefined) {
    const text = JSON.stringify(structured, null, 2)
    // A server that gives both repeats the structure as text.
    if (!content.some(({ kind }) => kind === 'text')) add(text)
    drawings.push({ kind: 'code', label: 'Result', language: 'json', text: text.slice(0, LONGEST_DRAWN) })
  }
  if (parts.length === 0) add(isError ? 'It failed without saying why.' : 'Done. There is nothing to show.')
  return { outcome: isError ? 'failed' : 'done', content: parts, shown: null, drawings }
}

function isText(mediaType: string): boolean {
  return /^text\/|^application\/(?:json|xml|javascript|x-yaml|toml)\b|\+(?:json|xml)\b/.test(mediaType)
}

function nameOf({ name, mediaType }: Extract<McpContent, { kind: 'bytes' }>, index: number): string {
  if (name !== null) return name
  const [kind = 'file', type = ''] = mediaType.split(/[/;+]/)
  return `${kind}-${index + 1}${/^[a-z0-9]{1,8}$/.test(type) ? `.${type}` : ''}`
}
