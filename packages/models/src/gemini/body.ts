import type { Json } from '@stet/history'

/**
 * What Gemini is sent, in the words of its REST API: contents as they go over the wire, so that an earlier answer is replayed with every
 * field it came with.
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

/** What Gemini takes as the name of a function. */
export const FUNCTION_NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/
