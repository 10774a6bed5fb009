import type { AttachmentPage, ChatId, Client } from '@stet/api/client'
import { infiniteQueryOptions } from '@tanstack/react-query'

/** Which attachments are listed, as the address of the page holds it. */
export interface AttachmentFilter {
  readonly chat?: ChatId | undefined
  readonly kind?: 'image' | 'other' | undefined
  /** Only those of messages that are at least this many days old. */
  readonly days?: number | undefined
}

export const ATTACHMENTS = ['attachments']
const PAGE = 100
const AGAIN_MS = 1000
const DAY_MS = 24 * 60 * 60 * 1000

export function attachmentsQuery(client: Pick<Client, 'attachments'>, { chat, kind, days }: AttachmentFilter) {
  return infiniteQueryOptions({
    queryKey: [...ATTACHMENTS, chat ?? null, kind ?? null, days ?? null],
    queryFn: ({ pageParam }) =>
      client.attachments({
        chat: chat ?? null,
        kind: kind ?? null,
        before: days === undefined ? null : Date.now() - days * DAY_MS,
        after: pageParam,
        limit: PAGE,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: AttachmentPage) => page.next,
    refetchInterval: query => (query.state.data?.pages.at(-1)?.index.kind === 'behind' ? AGAIN_MS : false),
  })
}
