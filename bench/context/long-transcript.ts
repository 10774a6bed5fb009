import type { Transcript, TranscriptMessage, Transcripts } from './load-transcripts.ts'
import { inSteps } from './to-history.ts'

const CHATS_BETWEEN = 5

/**
 * A conversation of so many messages that ends with a question: the coding session over and over with a few of the chats
 * between, taken from its end, so that a longer one ends like a shorter.
 */
export function longTranscript({ airline, coding }: Transcripts, count: number): Transcript {
  const session = inSteps(coding.slice(0, coding.findLastIndex(message => message.role === 'user') + 1))
  const pieces: (readonly TranscriptMessage[])[][] = []
  let length = 0
  for (let round = 0; length < count; round += 1) {
    const chats = Array.from({ length: CHATS_BETWEEN }, (_, index) => {
      return inSteps(airline[(round * CHATS_BETWEEN + index) % airline.length] ?? [])
    })
    const piece = [...chats.flat(), ...session].filter(([first]) => first?.role !== 'system')
    pieces.push(piece.map(group => group.map(message => again(message, round))))
    length += piece.length
  }
  return pieces.reverse().flat().slice(-count).flat()
}

/** A call that is repeated is another call. */
function again(message: TranscriptMessage, round: number): TranscriptMessage {
  switch (message.role) {
    case 'assistant':
      return { ...message, calls: message.calls.map(call => ({ ...call, id: `${call.id}-${round}` })) }
    case 'tool':
      return { ...message, callId: `${message.callId}-${round}` }
    case 'system':
    case 'user':
      return message
  }
}
