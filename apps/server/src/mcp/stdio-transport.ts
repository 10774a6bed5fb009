import { type ChildProcess, spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { StringDecoder } from 'node:string_decoder'
import { LARGEST_MESSAGE, McpError } from '@stet/tools'
// Types alone: the client of MCP is loaded when the first server is reached.
import type { JSONRPCMessage, Transport } from '@stet/tools/mcp'
import { endGroup, passedOn } from '../child-processes.ts'

/** A program that speaks MCP over its standard input and output. */
export interface StdioProgram {
  readonly command: string
  readonly args: readonly string[]
  /** Null for the home folder of the user. */
  readonly cwd: string | null
  /** Added to what every program gets. */
  readonly env: Readonly<Record<string, string>>
}

/** How long a program may take to end after its input was closed, and after it was asked to. */
const GRACE_MS = 2_000
/** Of a line that is no message, as it is shown. */
const LONGEST_QUOTE = 200

interface StdioOptions {
  /** What the program writes to its standard error, as it comes. */
  readonly onError: (text: string) => void
  readonly largestMessage?: number
  readonly graceMs?: number
}

/**
 * Starts the program without a shell, in a process group of its own, and ends the whole group. A line that is no message is reported and
 * skipped; one that is too long ends the program.
 */
export class StdioTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  /** By these two fields the client recognises a transport over standard input and output. */
  readonly stderr = null
  readonly #program: StdioProgram
  readonly #options: Required<StdioOptions>
  #child: ChildProcess | null = null
  #ended: Promise<void> = Promise.resolve()
  /** Why it was ended from here; null where it was not. */
  #because: string | null = null

  constructor(program: StdioProgram, options: StdioOptions) {
    this.#program = program
    this.#options = { largestMessage: LARGEST_MESSAGE, graceMs: GRACE_MS, ...options }
  }

  get pid(): number | null {
    return this.#child?.pid ?? null
  }

  async start(): Promise<void> {
    const { command, args, cwd, env } = this.#program
    const child = spawn(command, args, {
      cwd: cwd ?? homedir(),
      env: { ...passedOn(), ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      shell: false,
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
    this.#child = child
    this.#ended = new Promise(resolve => {
      child.once('close', (code, signal) => {
        this.#child = null
        this.onerror?.(new McpError(this.#because ?? endWords(code, signal)))
        this.onclose?.()
        resolve()
      })
    })
    this.#read(child)
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', error => {
        this.#child = null
        reject(new McpError(`${command} could not be started: ${startWords(error)}`))
      })
    })
    child.on('error', error => this.onerror?.(error))
  }

  send(message: JSONRPCMessage): Promise<void> {
    const input = this.#child?.stdin
    if (input === null || input === undefined || !input.writable) {
      return Promise.reject(new McpError('The program has ended.'))
    }
    return new Promise((resolve, reject) => {
      input.write(`${JSON.stringify(message)}\n`, error => (error == null ? resolve() : reject(error)))
    })
  }

  async close(): Promise<void> {
    const child = this.#child
    if (child === null) return
    child.stdin?.end()
    if (await this.#endsWithin(child)) return
    endGroup(child, 'SIGTERM')
    if (await this.#endsWithin(child)) return
    endGroup(child, 'SIGKILL')
    // A grandchild that left the group may keep the pipes open; nothing waits for it.
    child.stdout?.destroy()
    child.stderr?.destroy()
    await this.#ended
  }

  async #endsWithin(child: ChildProcess): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const patience = new Promise<boolean>(resolve => {
      timer = setTimeout(() => resolve(false), this.#options.graceMs)
    })
    const hasEnded = await Promise.race([this.#ended.then(() => true), patience])
    clearTimeout(timer)
    // What the program started may outlive it.
    if (hasEnded) endGroup(child, 'SIGKILL')
    return hasEnded
  }

  #read(child: ChildProcess): void {
    const { onError, largestMessage } = this.#options
    const errors = new StringDecoder('utf8')
    child.stderr?.on('data', (piece: Buffer) => onError(errors.write(piece)))
    // What cannot be written any more is reported by the end of the program.
    child.stdin?.on('error', error => this.onerror?.(error))
    let held: Buffer[] = []
    let size = 0
    child.stdout?.on('data', (piece: Buffer) => {
      let from = 0
      for (let end = piece.indexOf(10); end !== -1; end = piece.indexOf(10, from)) {
        this.#take(Buffer.concat([...held, piece.subarray(from, end)]))
        held = []
        size = 0
        from = end + 1
      }
      const rest = piece.subarray(from)
      size += rest.length
      if (size <= largestMessage) {
        held.push(rest)
        return
      }
      held = []
      child.stdout?.removeAllListeners('data').resume()
      const megabytes = Math.round(largestMessage / 1024 / 1024)
      this.#because = `It sent a message of more than ${megabytes} MB and was stopped.`
      endGroup(child, 'SIGKILL')
    })
  }

  #take(line: Buffer): void {
    const text = line.toString('utf8').trim()
    if (text === '') return
    const message = parse(text)
    if (message === null) {
      this.onerror?.(new McpError(`It wrote a line that is no message: ${text.slice(0, LONGEST_QUOTE)}`))
    } else this.onmessage?.(message)
  }
}

function parse(text: string): JSONRPCMessage | null {
  try {
    const value: unknown = JSON.parse(text)
    const isMessage = typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0'
    return isMessage ? (value as JSONRPCMessage) : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function endWords(code: number | null, signal: NodeJS.Signals | null): string {
  return signal === null ? `The program ended with code ${code}.` : `The program was ended by ${signal}.`
}

function startWords(error: Error): string {
  const code = 'code' in error ? error.code : null
  if (code === 'ENOENT') return 'there is no such program or folder.'
  if (code === 'EACCES') return 'it is no program that may be run.'
  return error.message
}
