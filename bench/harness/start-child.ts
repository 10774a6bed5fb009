import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

export interface Child<Asked, Told> {
  /** Its first message. */
  readonly hello: string
  ask(question: Asked): Promise<Told>
  /** Resolves when it has ended. */
  stop(): Promise<void>
}

/** A file in its own process, which answers one question at a time and ends with its parent. */
export async function startChild<Asked extends object, Told>(
  file: string,
  args: readonly string[] = [],
): Promise<Child<Asked, Told>> {
  const child = fork(file, [...args])
  const hello = await nextMessage<string>(child)
  return {
    hello,
    ask: question => askChild(child, question),
    stop: () => stopChild(child),
  }
}

export function askChild<Told>(child: ChildProcess, question: object): Promise<Told> {
  const answer = nextMessage<Told>(child)
  child.send(question)
  return answer
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
}

function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`it ended with code ${code}`))
    child.once('exit', onExit)
    child.once('message', (message: Message) => {
      child.off('exit', onExit)
      resolve(message)
    })
  })
}
