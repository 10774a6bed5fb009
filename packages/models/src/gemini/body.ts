import type { GenerateContentConfig, GenerateContentParameters } from '@google/genai/web'
import type { Json } from '@stet/history'

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

/** Every field of a body is one that the API has: any other would not compile. */
export type BodyField = CheckedField<keyof GeminiBody | keyof GenerationConfig>
/** The SDK has the body's fields in one flat configuration. */
type CheckedField<Field extends keyof GenerateContentConfig | keyof GenerateContentParameters | 'generationConfig'> =
  Field
