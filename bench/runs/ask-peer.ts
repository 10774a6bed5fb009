import { Agent, type IncomingMessage, request } from 'node:http'
import { beginReading, type ReadAnswer } from './answer-reading.ts'
import { dataOf, readFrames } from './read-frames.ts'

/** This many answers at once, each read to its end over its own connection. */
export function askPeer(address: string, runs: number): Promise<readonly ReadAnswer[]> {
  const agent = new Agent()
  return Promise.all(Array.from({ length: runs }, () => readAnswer(address, agent)))
}

async function readAnswer(address: string, agent: Agent): Promise<ReadAnswer> {
  const reading = beginReading()
  let characters = 0
  await readFrames(await post(address, agent), frame => {
    const data = dataOf(frame)
    if (data === null || data === '[DONE]') return
    const { text, type, delta } = JSON.parse(data)
    characters += (type === 'text-delta' ? delta : (text ?? '')).length
    reading.arrived(characters)
  })
  return reading.end()
}

function post(address: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(address, { agent, method: 'POST' }, resolve).on('error', reject).end('{}')
  })
}
