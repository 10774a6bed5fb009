/** A fetch whose answers arrive in pieces of this many bytes, wherever that cuts them. */
export function rechunk(fetch: typeof globalThis.fetch, size: number): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const bytes = new Uint8Array(await response.arrayBuffer())
    let from = 0
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        if (from < bytes.length) controller.enqueue(bytes.slice(from, from + size))
        else controller.close()
        from += size
      },
    })
    return new Response(body, { status: response.status, headers: response.headers })
  }
}
