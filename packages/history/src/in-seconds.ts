/** A time limit as it is written in a message. */
export function inSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1000
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}
