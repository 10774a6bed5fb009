import type { Scene } from '../scene.ts'

export const toolCall: Scene = {
  name: 'tool-call',
  invitation: { say: 'tool call', get: 'a call, its result, and the answer that follows' },
  matches: /\btools?\b|\bclock\b|\bwhat time\b|\bfunction call(?:ing)?\b/iu,
  play: ({ earlier }) => ({
    parts: [
      {
        kind: 'text',
        text: 'I would have to look at a clock for that, so I ask for one below. Nothing here offers a clock: the call comes back as failed, with the reason, and I continue from that, as any model would.',
      },
      {
        kind: 'tool-call',
        tool: 'demo_clock',
        input: '{"zone": "UTC", "format": "hours and minutes"}',
        providerCallId: `demo-call-${earlier.length + 1}`,
      },
    ],
    outcome: 'complete',
  }),
}
