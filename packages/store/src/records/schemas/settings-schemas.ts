import {
  answerSettings,
  type ChatSettings,
  type ContextFile,
  contextSettings,
  type ModelChoice,
  type ToolChoice,
  wordingSettings,
} from '@stet/history'
import * as z from 'zod/mini'
import { declared, exactly, list } from './codec.ts'

export const Model = exactly<ModelChoice>()(z.object({ definition: z.string(), model: z.string() }))

export const Tools = exactly<readonly ToolChoice[]>()(
  list(
    z.object({
      name: z.string(),
      policy: z.nullable(z.enum(['auto', 'confirm', 'deny'])),
      options: z.readonly(z.record(z.string(), z.union([z.boolean(), z.number(), z.string(), Model]))),
    }),
  ),
)

export const Documents = exactly<readonly ContextFile[]>()(
  list(z.object({ blob: z.string(), name: z.string(), path: z.nullable(z.string()) })),
)

/** Keep the bytes of these documents. */
export function documentRefs(documents: readonly ContextFile[]): readonly string[] {
  return Array.from(new Set(documents.map(({ blob }) => `blob:${blob}`)))
}

/** The settings of a chat as they are stored. What an earlier version did not know has its default. */
export const Settings = exactly<ChatSettings>()(
  z.object({
    model: Model,
    systemPrompt: z.string(),
    context: declared(contextSettings),
    answer: declared(answerSettings),
    wording: declared(wordingSettings),
    tools: z._default(Tools, []),
    documents: z._default(Documents, []),
  }),
)
