import { inSeconds } from '@stet/history'
import { ModelError } from '@stet/models'

/**
 * Rejects when `act` takes too long or the home closes, whether or not `act` respects its signal: the user must never wait
 * forever.
 */
export async function within<T>(
  milliseconds: number,
  closing: AbortSignal,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const { promise: given, reject } = Promise.withResolvers<never>()
  const giveUp = (error: ModelError) => {
    reject(error)
    controller.abort()
  }
  const onClosing = () => giveUp(new ModelError('aborted', { message: 'Stet is shutting down.' }))
  const timer = setTimeout(() => {
    giveUp(new ModelError('network', { message: `No answer came within ${inSeconds(milliseconds)}.` }))
  }, milliseconds)
  closing.addEventListener('abort', onClosing)
  if (closing.aborted) onClosing()
  try {
    return await Promise.race([given, act(controller.signal)])
  } finally {
    clearTimeout(timer)
    closing.removeEventListener('abort', onClosing)
  }
}
