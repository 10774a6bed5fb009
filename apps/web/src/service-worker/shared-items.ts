/** What another program shared with Stet: kept by the service worker, which receives it, until the new-chat page takes it. */
export interface SharedItems {
  readonly text: string
  readonly files: readonly File[]
}

type Caches = Pick<CacheStorage, 'open' | 'delete' | 'has'>

const NAME = 'x-file-name'

/** `form` has the fields that the manifest names under `share_target`. */
export async function keepShared(caches: Caches, scope: string, form: FormData): Promise<void> {
  const words = ['title', 'text', 'url'].map(name => form.get(name)).filter(value => typeof value === 'string')
  const cache = await caches.open(cacheName(scope))
  await cache.put(`${scope}shared/text`, new Response(joinWords(words)))
  const files = form.getAll('files').filter(value => value instanceof File)
  for (const [at, file] of files.entries()) {
    const headers = { 'content-type': file.type || 'application/octet-stream', [NAME]: encodeURIComponent(file.name) }
    await cache.put(`${scope}shared/${at}`, new Response(file, { headers }))
  }
}

/** What was shared last, once; null for nothing. */
export async function takeShared(caches: Caches, scope: string): Promise<SharedItems | null> {
  const name = cacheName(scope)
  if (!(await caches.has(name))) return null
  const cache = await caches.open(name)
  const text = await (await cache.match(`${scope}shared/text`))?.text()
  const files: File[] = []
  for (let at = 0; ; at += 1) {
    const kept = await cache.match(`${scope}shared/${at}`)
    if (kept === undefined) break
    const bytes = await kept.arrayBuffer()
    const type = kept.headers.get('content-type') ?? ''
    files.push(new File([bytes], decodeURIComponent(kept.headers.get(NAME) ?? 'shared'), { type }))
  }
  await caches.delete(name)
  return { text: text ?? '', files }
}

/** Programs put the same address into several fields, and the title into the text. */
function joinWords(words: readonly string[]): string {
  const trimmed = words.map(word => word.trim())
  const isNew = (word: string, at: number) =>
    word !== '' && !trimmed.some((other, index) => other.includes(word) && (other !== word || index < at))
  return trimmed.filter(isNew).join('\n')
}

function cacheName(scope: string): string {
  return `stet shared ${scope}`
}
