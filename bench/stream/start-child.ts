import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

export interface Child<Asked, Told> {
  /** What it said first. */
  readonly hello: string
  ask(question: Asked): Promise<Told>
  stop(): void
}

/** A file of this folder in a process of its own, which answers one question at a time. */
export async function startChild<Asked extends object, Told>(
  file: string,
  args: readonly string[] = [],
): Promise<Child<Asked, Told>> {
  const child = fork(join(import.meta.dirname, file), [...args])
  const hello = await nextMessage<string>(child)
  return {
    hello,
    ask(question) {
      const answer = nextMessage<Told>(child)
      child.send(question)
      return answer
    },
    stop: () => child.disconnect(),
  }
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
