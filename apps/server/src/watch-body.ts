/**
 * An answer whose body is read while it is sent. One that breaks at its first bytes rejects: it can still be answered with a problem. One that
 * breaks later is reported and has to be cut off: the adapter below would end it, and a client would take the half for the whole.
 */
export async function watchBody(response: Response, onBroken: (error: unknown) => void): Promise<Response> {
  const { body } = response
  if (body === null || isAtHand(response)) return response
  const reader = body.getReader()
  // The first event may be long in coming, and its client waits for the head.
  let first = isEventStream(response) ? null : await reader.read()
  const failed = (error: unknown) => {
    onBroken(error)
    return null
  }
  const watched = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const read = first ?? (await reader.read().catch(failed))
        first = null
        if (read === null) return controller.close()
        if (read.done) controller.close()
        else controller.enqueue(read.value)
      },
      cancel: reason => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  return new Response(watched, response)
}

/** JSON is made whole before it is sent, except for what is downloaded. */
function isAtHand({ headers }: Response): boolean {
  return /^application\/(problem\+)?json/.test(headers.get('content-type') ?? '') && !headers.has('content-disposition')
}

function isEventStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true
}
