import type { Scene } from '../scene.ts'

export const toolCall: Scene = {
  name: 'tool-call',
  invitation: { say: 'tool call', get: 'a call that nothing will run yet' },
  matches: /\btools?\b|\bclock\b|\bwhat time\b|\bfunction call(?:ing)?\b/iu,
  play: ({ earlier }) => ({
    parts: [
      {
        kind: 'text',
        text: 'I would have to look at a clock for that, so I ask for one below. Stet has no tools yet and nothing will run this call: it stands in the history, unanswered, and is left out of the next request, because a model must not be sent a call without its result.',
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
