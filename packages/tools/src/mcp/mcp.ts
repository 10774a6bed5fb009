import type { Json } from '@stet/history'

/** Of one message, in bytes. */
export const LARGEST_MESSAGE = 32 * 1024 * 1024

/** What an MCP server offers, as it said when it was last asked. */
export interface McpCatalog {
  /** What it calls itself. */
  readonly server: { readonly name: string; readonly version: string }
  readonly tools: readonly McpTool[]
  readonly resources: readonly McpResource[]
  readonly templates: readonly McpTemplate[]
  readonly prompts: readonly McpPrompt[]
  /** How its tools are to be used, for the model; null where it says nothing. */
  readonly instructions: string | null
  /** Whether it suggests values for arguments of prompts and variables of templates. */
  readonly completes: boolean
}

export interface McpTool {
  readonly name: string
  readonly title: string | null
  readonly description: string
  /** JSON Schema. */
  readonly input: Json
}

export interface McpResource {
  readonly uri: string
  readonly name: string
  readonly title: string | null
  readonly description: string
  readonly mediaType: string | null
}

/** Resources whose address has variables, such as `file:///{path}`. */
export interface McpTemplate {
  /** As in RFC 6570. */
  readonly template: string
  readonly name: string
  readonly title: string | null
  readonly description: string
  readonly mediaType: string | null
}

/** An argument of a prompt or a variable of a template that the user is filling in. */
export interface McpCompletion {
  readonly of:
    | { readonly kind: 'prompt'; readonly name: string }
    | { readonly kind: 'template'; readonly template: string }
  readonly name: string
  /** What is typed so far. */
  readonly value: string
  /** The others, as far as they are filled in. */
  readonly given: Readonly<Record<string, string>>
}

export interface McpPrompt {
  readonly name: string
  readonly title: string | null
  readonly description: string
  readonly arguments: readonly {
    readonly name: string
    readonly description: string
    readonly required: boolean
  }[]
}

/** A part of a result, a prompt or a resource, in words of Stet. */
export type McpContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly mediaType: string; readonly name: string | null }

export interface McpResult {
  readonly isError: boolean
  readonly content: readonly McpContent[]
  /** Absent where the server gave none. */
  readonly structured?: Json
}

export interface McpCallOptions {
  readonly signal: AbortSignal
  readonly onProgress: (text: string) => void
  /** Asks the user what the server wants to know; absent where nobody can be asked. */
  readonly onQuestion?: (question: McpQuestion) => Promise<McpReply>
  /** Has a model answer for the server, once the user has approved; null where that was refused. Absent where it never is. */
  readonly onSampling?: (sampling: McpSampling) => Promise<McpSampled | null>
}

/** What a server wants a model to be asked. */
export interface McpSampling {
  readonly systemPrompt: string | null
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: readonly McpContent[] }[]
  readonly most: number
  readonly temperature: number | null
}

export interface McpSampled {
  readonly text: string
  readonly model: string
  readonly end: 'complete' | 'length'
}

/** What a server asks the user in the middle of a call. */
export interface McpQuestion {
  readonly message: string
  /** A JSON Schema of an object with plain fields. */
  readonly schema: Json
}

export type McpReply =
  | {
      readonly action: 'accept'
      readonly content: Readonly<Record<string, string | number | boolean | readonly string[]>>
    }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' }

/** An open connection to a server. Every failure is an `McpError`. */
export interface McpConnection {
  /** Asks for everything that it offers. */
  list(signal: AbortSignal): Promise<McpCatalog>
  callTool(name: string, input: Json, options: McpCallOptions): Promise<McpResult>
  readResource(uri: string, signal: AbortSignal): Promise<readonly McpContent[]>
  /** Values that the server suggests; none where it suggests nothing. */
  complete(completion: McpCompletion, signal: AbortSignal): Promise<readonly string[]>
  /** The messages of a prompt, one after the other. */
  getPrompt(
    name: string,
    given: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<readonly (McpContent & { readonly role: 'user' | 'assistant' })[]>
  /** Resolves when the connection has ended, with the reason if it was not closed from here. */
  readonly ended: Promise<string | null>
  close(): Promise<void>
}

/** What went wrong with a server, in a sentence that the user and the model can read. */
export class McpError extends Error {
  override readonly name = 'McpError'
}
