import { ModelError } from '@stet/models'

/** Whatever answers too late is given up: nothing that a person waits for may hang, whether it heeds its signal or not. */
export async function within<T>(milliseconds: number, act: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(new ModelError('network', { message: `No answer came within ${milliseconds / 1000} seconds.` }))
    controller.abort()
  }, milliseconds)
  try {
    return await Promise.race([act(controller.signal), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
