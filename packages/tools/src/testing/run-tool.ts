import type { Json } from '@stet/history'
import type { Tool, ToolContext, ToolResult } from '../tool.ts'
import type { ToolProgress } from '../tool-progress.ts'

/** Runs a tool to its end, as a run does. */
export async function runTool<Input>(
  tool: Tool<Input>,
  input: Json,
  context: Partial<ToolContext> = {},
): Promise<{ readonly progress: readonly ToolProgress[]; readonly result: ToolResult }> {
  const parsed = tool.parse(input)
  if (parsed.kind === 'invalid') throw new Error(parsed.because)
  const running = tool.run(parsed.input, {
    chatId: 'chat_test',
    callId: 'call_test',
    options: {},
    signal: new AbortController().signal,
    ...context,
  })
  const progress: ToolProgress[] = []
  for (;;) {
    const step = await running.next()
    if (step.done === true) return { progress, result: step.value }
    progress.push(step.value)
  }
}
