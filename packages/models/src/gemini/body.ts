import type {
  Candidate,
  GenerateContentConfig,
  GenerateContentParameters,
  GenerateContentResponse,
  ThinkingLevel,
  Tool,
} from '@google/genai/web'
import type { Json } from '@stet/history'
import type { Fits, Writable } from '../sdk-types.ts'

/**
 * The body of a `generateContent` request. Contents are kept wide, so that an earlier answer is replayed with every field it came with.
 */
export interface GeminiBody {
  readonly contents: readonly Json[]
  readonly systemInstruction?: Json
  readonly tools?: readonly GeminiTool[]
  readonly toolConfig?: Json
  readonly generationConfig?: GenerationConfig
}

export type GeminiTool =
  | { readonly functionDeclarations: readonly FunctionDeclaration[] }
  | { readonly googleSearch: Readonly<Record<string, never>> }
  | { readonly urlContext: Readonly<Record<string, never>> }

export interface FunctionDeclaration {
  readonly name: string
  readonly description: string
  readonly parametersJsonSchema: Json
}

export interface GenerationConfig {
  readonly temperature?: number
  readonly topP?: number
  readonly topK?: number
  readonly maxOutputTokens?: number
  readonly thinkingConfig?: ThinkingConfig
}

export interface ThinkingConfig {
  readonly includeThoughts?: true
  readonly thinkingBudget?: number
  readonly thinkingLevel?: 'MINIMAL' | 'LOW' | 'MEDIUM' | 'HIGH'
}

/** The SDK has the body's fields in one flat configuration, with its names for the levels. */
type SdkThinking = Omit<GenerationConfig, 'thinkingConfig'> & { thinkingConfig?: Omit<ThinkingConfig, 'thinkingLevel'> }
/** The body as the API has it: a field that it does not have, or a value that it does not take, would not compile. */
export type CheckedConfig = Fits<GenerateContentConfig, Writable<SdkThinking>>
export type CheckedTool = Fits<Tool, Writable<GeminiTool>>
export type CheckedLevel = Fits<`${ThinkingLevel}`, NonNullable<ThinkingConfig['thinkingLevel']>>
export type CheckedField = Fits<
  keyof GenerateContentConfig | keyof GenerateContentParameters | 'generationConfig',
  keyof GeminiBody
>

/** The fields of a chunk and of its candidate that are read; an error is no part of an answer. */
export type ChunkField = keyof GenerateContentResponse | 'error'
export type CandidateField = keyof Candidate
