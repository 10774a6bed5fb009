import type { IncomingMessage } from 'node:http'

/** The `data:` of every event of a stream, as it comes; resolves at its end. The texts of the upstream are ASCII. */
export function readFrames(incoming: IncomingMessage, onFrame: (frame: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let rest = ''
    incoming.setEncoding('latin1')
    incoming.on('data', (chunk: string) => {
      const frames = (rest + chunk).split('\n\n')
      rest = frames.pop() ?? ''
      for (const frame of frames) onFrame(frame)
    })
    incoming.on('end', resolve)
    incoming.on('error', reject)
  })
}

/** The `data:` line of a frame; null for a comment. */
export function dataOf(frame: string): string | null {
  const at = frame.indexOf('data: ')
  return at === -1 ? null : frame.slice(at + 6)
}
