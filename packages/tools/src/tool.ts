import {
  type CallId,
  type ChatId,
  type Choice,
  type ChoiceSetting,
  type Drawing,
  type FilePart,
  type Json,
  type ModelChoice,
  type ModelSetting,
  type NumberSetting,
  readStoredSettings,
  type SettingsOf,
  type SwitchSetting,
  type TextPart,
  type TextSetting,
  type ToolChoice,
  type ToolPolicy,
  type WorkspaceId,
} from '@stet/history'
import type { ToolBlobs, ToolFiles, ToolImages, ToolRecall, ToolSampling, ToolSearch } from './ports.ts'

/** The icons that a tool can have. The page has each of them (`apps/web/src/ui/graphics/icon.tsx`), or does not compile. */
export type ToolIcon =
  | 'book'
  | 'braces'
  | 'brain'
  | 'chart'
  | 'clock'
  | 'code'
  | 'file'
  | 'flask'
  | 'folder'
  | 'globe'
  | 'image'
  | 'list-checks'
  | 'pen'
  | 'pencil'
  | 'plug'
  | 'search'
  | 'terminal'

/**
 * The tool contract (T1). `parse` and `run` are methods, so that a list may hold tools with different inputs: the result of one tool's
 * `parse` is only ever passed to its own `run`.
 */
export interface Tool<Input = unknown, Options extends ToolOptions = ToolOptions> {
  /** The name by which the model calls it. */
  readonly name: string
  readonly title: string
  readonly icon: ToolIcon
  /** For the model. */
  readonly description: string
  /** JSON Schema of the input, for the model. */
  readonly input: Json
  /** What the user can set about it in a chat. The page draws a control for each. */
  readonly options: Options
  readonly policy: ToolPolicy
  /** Whether the user has to approve every single call: no chat setting can let it run by itself (R6). */
  readonly alwaysConfirm: boolean
  readonly needs: readonly ToolNeed[]
  /** The MCP server that brings it; absent for tools of Stet itself. */
  readonly server?: { readonly id: string; readonly name: string }
  /** Why it cannot be offered now, as a clause for the user; absent where it can. */
  readonly unavailable?: string
  /** What a protocol is sent in place of description and input, by its name, where the provider has such a tool of its own. */
  readonly native?: Readonly<Record<string, Json>>
  /** Description and input where they depend on the options. */
  declare?(options: SettingsOf<Options>): Pick<Tool, 'description' | 'input'>
  /**
   * What it adds to the system prompt, after the workspace's; null for nothing. It is asked when the prompt of a chat is rendered, and the
   * answer is saved with it: nothing that changes later changes the beginning of a request.
   */
  instructions(place: ToolPlace<SettingsOf<Options>>): Promise<string | null>
  parse(input: Json): ParsedInput<Input>
  /** A line for the user that distinguishes this call from others; null when the title is enough. */
  summary(input: Input): string | null
  /** What else an approval covers, beside the tool, its input and its options: a file as it is now, a directory (Z-7). */
  binding?(input: Input, place: ToolPlace<SettingsOf<Options>>): Promise<Json>
  /** What the call would do, drawn for the user who decides. */
  preview?(input: Input, place: ToolPlace<SettingsOf<Options>>): Promise<readonly Drawing[]>
  /** Yields progress for the user. A failure that the model should read is a result; a throw is a bug in the tool. */
  run(input: Input, context: ToolContext<SettingsOf<Options>>): AsyncGenerator<ToolProgress, ToolResult>
}

/** An ability that not every home has. A tool is not offered where its needs are not met. */
export type ToolNeed = 'directories' | 'images' | 'search' | 'shell' | 'sockets' | 'worker'

/** Declared with `declareSettings`, by name. A model that is not set is the chat's. */
export type ToolOptions = { readonly [name: string]: ToolOption }

export type ToolOption =
  | SwitchSetting
  | NumberSetting
  | PlainChoice
  | (TextSetting & { readonly placeholder: string })
  | ModelSetting

/** A choice whose value is a word. */
type PlainChoice = ChoiceSetting & {
  readonly tag?: never
  readonly choices: readonly (Choice & { readonly number?: never })[]
}

export type ToolOptionValues = SettingsOf<ToolOptions>

export type ParsedInput<Input> =
  | { readonly kind: 'parsed'; readonly input: Input }
  /** `because` is a sentence that the model reads. */
  | { readonly kind: 'invalid'; readonly because: string }

/** Where a tool is used, before it runs. */
export interface ToolPlace<Options = ToolOptionValues> {
  readonly chatId: ChatId
  readonly workspaceId: WorkspaceId
  /** The model of the chat. */
  readonly model: ModelChoice
  readonly options: Options
  /** The directories that the chat exposes. */
  readonly roots: readonly string[]
  readonly files: ToolFiles
  readonly now: () => number
}

/** Where a call runs. Tools import none of these abilities. */
export interface ToolContext<Options = ToolOptionValues> extends ToolPlace<Options> {
  readonly callId: CallId
  readonly blobs: ToolBlobs
  /** Aborts when the user stops the run, or the home closes. */
  readonly signal: AbortSignal
  /** The chat whose page the user looks at: for a call in a child run, that of its caller. */
  readonly asksIn: ChatId
  /** Whether a page is open, so that the user could answer a question. */
  readonly isAttended: () => boolean
  readonly sampling: ToolSampling
  /** Absent for a tool that is itself called in a child run. */
  readonly children?: ChildRuns
  /** There for a tool that needs `search`. */
  readonly search?: ToolSearch
  /** Absent only where a tool is tried outside of a chat. */
  readonly recall?: ToolRecall
  /** There for a tool that needs `images`. */
  readonly images?: ToolImages
}

/** Replaces the progress shown before. */
export interface ToolProgress {
  readonly text: string
}

export interface ToolResult {
  readonly outcome: 'done' | 'failed'
  /** For the model. */
  readonly content: readonly (TextPart | FilePart)[]
  /** What the user sees, in Markdown, saved with the call; null shows the drawings, or else the content. */
  readonly shown: string | null
  readonly drawings?: readonly Drawing[]
}

/** Lets a tool have a model work in a chat of its own (T6). That chat is in no list, and is deleted with the message that made the call. */
export interface ChildRuns {
  /** Runs to the end, waiting for the user's approvals in between. Stopping the calling run stops it. */
  run(child: ChildRun): AsyncGenerator<ToolProgress, ChildEnd>
}

export interface ChildRun {
  readonly text: string
  /** The chat of an earlier child run of the calling chat, which continues; a new one where it is missing. */
  readonly chatId?: string
  /** Default: none. Like what follows, for a new chat only. */
  readonly systemPrompt?: string
  /** Default: the model of the calling chat. */
  readonly model?: ModelChoice
  /** Whether its model may search the web. Default: no. */
  readonly webSearch?: boolean
  /** Whether it has the tool `return`, which ends its run with a value. Default: no. */
  readonly returns?: boolean
  /** Names of the calling chat's tools that it may use, with their settings there. Default: none. Never the calling tool itself. */
  readonly tools?: readonly string[]
}

export type ChildEnd =
  | {
      readonly kind: 'ended'
      readonly chatId: ChatId
      /** The last text of the model; empty when there is none. */
      readonly text: string
      /** What it gave to the tool `return`; null where it did not call it. */
      readonly returned: string | null
      readonly end: 'complete' | 'failed' | 'stopped' | 'max-steps' | 'interrupted'
    }
  /** It was not started; `because` is a sentence that the model reads. */
  | { readonly kind: 'refused'; readonly because: string }

export function done(text: string, shown: string | null = null): ToolResult {
  return { outcome: 'done', content: [{ kind: 'text', text }], shown }
}

/** A result that the user sees drawn. */
export function drawn(text: string, drawings: readonly Drawing[]): ToolResult {
  return { ...done(text), drawings }
}

/** What went wrong, in words that the model can act on. */
export function failed(because: string): ToolResult {
  return { outcome: 'failed', content: [{ kind: 'text', text: because }], shown: null }
}

/** The policy of a tool in a chat. A tool with `alwaysConfirm` never runs without the user, whatever the chat says (R6). */
export function policyOf(tool: Pick<Tool, 'policy' | 'alwaysConfirm'>, choice: Pick<ToolChoice, 'policy'>): ToolPolicy {
  const policy = choice.policy ?? tool.policy
  return policy === 'auto' && tool.alwaysConfirm ? 'confirm' : policy
}

/**
 * The options of a tool in a chat. A value that an older version of the tool left and that does not fit counts as none, and a model that is
 * not set is the chat's.
 */
export function optionsOf(
  { options }: Pick<Tool, 'options'>,
  choice: Pick<ToolChoice, 'options'>,
  model: ModelChoice,
): ToolOptionValues {
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => {
      const read = readStoredSettings({ [name]: option }, { [name]: choice.options[name] })
      const set = read.kind === 'parsed' ? (read.settings[name] ?? option.default) : option.default
      return [name, option.kind === 'model' ? (set ?? model) : set]
    }),
  )
}
