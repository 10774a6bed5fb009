import type { ChatId, FileId, FilePart, MessageId, ModelChoice, TextPart } from '@stet/history'

/**
 * The files of the chat's workspace. Paths start with `/`. What cannot be done throws an error that `fileFailure` recognises; its message is
 * a clause for the model.
 */
export interface ToolFiles {
  find(path: string): Promise<ToolFile | null>
  /** Folders first, then by name. */
  list(path: string): Promise<readonly ToolFile[]>
  /** Everything in a folder, at any depth. */
  walk(path: string): AsyncGenerator<ToolFile>
  read(path: string): Promise<ToolFileContent>
  /** `expect`: `new` where nothing may be there yet, the version that was read, or `any`. Missing folders are made. */
  write(path: string, bytes: Uint8Array, expect: 'new' | 'any' | number): Promise<ToolFile>
  makeFolder(path: string): Promise<ToolFile>
  move(from: string, to: string): Promise<ToolFile>
  /** Of a folder, with everything in it. The user can restore it. */
  remove(path: string): Promise<ToolFile>
}

export interface ToolFile {
  readonly id: FileId
  readonly path: string
  readonly name: string
  readonly kind: 'folder' | 'text' | 'binary'
  readonly mediaType: string | null
  readonly size: number
  /** Of its content; 0 for a folder. */
  readonly version: number
  readonly changedAt: number
}

export interface ToolFileContent {
  readonly entry: ToolFile
  readonly bytes: Uint8Array
  /** Null for what is no text. */
  readonly text: string | null
}

/** Why something could not be done with a file. */
export interface FileFailure {
  readonly code: 'not-found' | 'exists' | 'is-folder' | 'not-folder' | 'path-refused' | 'changed' | 'too-large'
  readonly message: string
}

/** Null for any other error, which is a bug. Errors are recognised by their name: tools know nothing of the package that throws them. */
export function fileFailure(error: unknown): FileFailure | null {
  return error instanceof Error && error.name === 'FileError' && 'code' in error ? (error as FileFailure & Error) : null
}

/** The chats of the workspace, without those of sub-agents and without deleted ones. */
export interface ToolSearch {
  /** Messages and titles that hold all of the words, newest first. `before` continues after an earlier page. */
  find(query: ToolSearchQuery): Promise<ToolFoundPage>
}

export interface ToolSearchQuery {
  readonly words: string
  readonly limit: number
  readonly before: number | null
}

export interface ToolFoundPage {
  readonly found: readonly ToolFound[]
  /** Pass it as `before` for the next page; null at the end. */
  readonly next: number | null
  /** Whether messages exist that are not in the index yet. */
  readonly isPartial: boolean
}

export interface ToolFound {
  readonly chatId: ChatId
  readonly title: string | null
  /** Null for the title of a chat. */
  readonly messageId: MessageId | null
  readonly role: 'user' | 'assistant' | null
  readonly at: number
  /** The text around the first match. */
  readonly excerpt: string
}

/** What was left out of the requests of the chat, by the id of its marker or a file's hash. */
export interface ToolRecall {
  /** Null where nothing on the branch of the call has that id. */
  find(id: string): Promise<Recalled | null>
  /** How often it was called since the user's last message, this call included. */
  calls(): Promise<number>
  /** Characters that one result may have so that no limit of the chat cuts it. */
  readonly limit: number
}

export type Recalled =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly file: FilePart }

/** Models that make or edit images. */
export interface ToolImages {
  /** What it costs is part of the chat's cost. A refusal of the provider is an answer; only a bug throws. */
  make(request: ImageRequest): Promise<ImageEnd>
  /** The images of the user's last message. */
  attached(): Promise<readonly FilePart[]>
}

export interface ImageRequest {
  readonly model: ModelChoice
  readonly prompt: string
  /** Images to edit; none to make a new one. */
  readonly images: readonly FilePart[]
}

export type ImageEnd =
  | { readonly kind: 'made'; readonly images: readonly FilePart[] }
  /** `because` is a sentence that the model reads. */
  | { readonly kind: 'refused'; readonly because: string }

/** Has a model answer on behalf of a tool, after the user approved exactly that. */
export interface ToolSampling {
  /** What a request would take; null where the chat has no model that can be used. */
  plan(request: SamplingRequest): Promise<SamplingPlan | null>
  /** What it costs is part of the chat's cost, as a purpose of its own. A failure of the provider is an answer; only a bug throws. */
  ask(request: SamplingRequest): Promise<SamplingEnd>
}

export interface SamplingRequest {
  readonly systemPrompt: string | null
  readonly messages: readonly {
    readonly role: 'user' | 'assistant'
    readonly parts: readonly (TextPart | FilePart)[]
  }[]
  /** The most tokens that the answer may have. */
  readonly most: number
  readonly temperature: number | null
}

export interface SamplingPlan {
  /** What the user calls the model. */
  readonly model: string
  /** That the model reads, roughly. */
  readonly tokens: number
  /** If the answer is as long as it may be, in US dollars; null where no price is known. */
  readonly usd: number | null
}

export type SamplingEnd =
  | {
      readonly kind: 'answered'
      readonly text: string
      readonly model: string
      readonly end: 'complete' | 'length'
    }
  /** `because` is a sentence. */
  | { readonly kind: 'failed'; readonly because: string }

/** Bytes that a result names, such as an image. */
export interface ToolBlobs {
  put(bytes: Uint8Array, facts: Pick<FilePart, 'name' | 'mediaType'>): Promise<FilePart>
  get(blob: string): Promise<Uint8Array | null>
}
