import { keepShared } from './shared-items.ts'
import { createShell } from './shell.ts'
import { type NoticeDeps, openFromNotice, showNotice, type WantedNotice } from './show-notice.ts'

// Serves the page while there is no server, takes what other programs share, and shows notifications. Built after the page, because it
// names the page's files (vite.config.ts).

/** Written by the build. */
declare const SHELL: { readonly version: string; readonly files: readonly string[] }

/** The scope of a service worker, of which the types of a page know nothing. */
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { readonly type: 'window'; readonly includeUncontrolled: true }): ReturnType<NoticeDeps['pages']>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(kind: 'install' | 'activate', act: (event: Extended) => void): void
  addEventListener(kind: 'fetch', act: (event: Fetched) => void): void
  addEventListener(kind: 'message', act: (event: Extended & { readonly data: WantedNotice }) => void): void
  addEventListener(
    kind: 'notificationclick',
    act: (event: Extended & { readonly notification: Notification }) => void,
  ): void
}

interface Extended {
  waitUntil(work: Promise<unknown>): void
}

interface Fetched extends Extended {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}

const worker = globalThis as unknown as WorkerScope
const { scope } = worker.registration
const shell = createShell({ scope, ...SHELL, caches, fetch: request => fetch(request) })
const notices: NoticeDeps = {
  scope,
  pages: () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true }),
  show: (title, options) => worker.registration.showNotification(title, options),
  openWindow: url => worker.clients.openWindow(url),
}

worker.addEventListener('install', event => event.waitUntil(shell.install().then(() => worker.skipWaiting())))
worker.addEventListener('activate', event => event.waitUntil(shell.retire().then(() => worker.clients.claim())))
worker.addEventListener('fetch', event => {
  const { method, url } = event.request
  if (method === 'POST' && url === `${scope}share`) {
    event.respondWith(receiveShared(event.request))
    return
  }
  const answer = shell.answer(event.request)
  if (answer !== null) event.respondWith(answer)
})
worker.addEventListener('message', event => event.waitUntil(showNotice(notices, event.data)))
worker.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(openFromNotice(notices, event.notification.data.chatId))
})

async function receiveShared(request: Request): Promise<Response> {
  await keepShared(caches, scope, await request.formData())
  return Response.redirect(`${scope}?shared=1`, 303)
}
