import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { closeOnSignals } from './close-on-signals.ts'

function signalled(close: () => Promise<void>) {
  const exits: number[] = []
  const lines: string[] = []
  const emitter = new EventEmitter()
  let time = 0
  const log = createLog(
    line => lines.push(line),
    () => new Date(0),
  )
  const process = {
    on: (signal: string, act: () => void) => emitter.on(signal, act),
    exit: (code: number) => exits.push(code),
  }
  closeOnSignals({ close }, log, process, () => time)
  const send = async (signal: string, at = 0) => {
    time = at
    emitter.emit(signal)
    await new Promise(resolve => setTimeout(resolve))
  }
  return { exits, lines, send }
}

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('ends with 0 on %s, when everything has ended', async signal => {
  const closed = Promise.withResolvers<void>()
  const { exits, send } = signalled(() => closed.promise)
  await send(signal)
  expect(exits).toEqual([])
  closed.resolve()
  await new Promise(resolve => setTimeout(resolve))
  expect(exits).toEqual([0])
})

it('does not wait any longer after a second signal', async () => {
  const { exits, send } = signalled(() => Promise.withResolvers<void>().promise)
  await send('SIGINT')
  await send('SIGTERM', 500)
  expect(exits).toEqual([1])
})

it('keeps closing in order when the launcher forwards the signal that it received too', async () => {
  const closed = Promise.withResolvers<void>()
  const { exits, send } = signalled(() => closed.promise)
  await send('SIGTERM')
  await send('SIGTERM', 3)
  await send('SIGINT', 499)
  expect(exits).toEqual([])
  closed.resolve()
  await new Promise(resolve => setTimeout(resolve))
  expect(exits).toEqual([0])
})

it('says so and ends with 1 when it could not end in order', async () => {
  const { exits, lines, send } = signalled(() => Promise.reject(new Error('the disk is full')))
  await send('SIGTERM')
  expect([exits, lines.length, lines[0]?.includes('the disk is full')]).toEqual([[1], 1, true])
})
