import type { CheckoutServer } from './server-of.ts'

interface FillDesk {
  readonly server: CheckoutServer
  act<T>(method: string, path: string, body?: unknown): Promise<T>
  /** Sends a message and waits for its answer. */
  ask(chat: string, text: string, attachments?: readonly Attached[]): Promise<{ readonly messageId: string }>
  idle(chat: string): Promise<unknown>
}

interface Attached {
  readonly blob: string
  readonly name: string
}

/** Workspaces with settings, prompts and files; messages with files, some of them released; chats that were pinned, archived and moved. */
export async function fillDesk({ server, act, ask, idle }: FillDesk): Promise<void> {
  const { id: garden } = await act<{ id: string }>('POST', '/api/workspaces', {
    name: 'Garden',
    icon: 'leaf',
    systemPrompt: 'You are a gardener in {{workspace}}.',
  })
  await act('PUT', `/api/workspaces/${garden}/settings`, {
    answer: { temperature: 0.2, outputLimit: 512 },
    wording: { messageFormat: 'metadata' },
  })
  await act('POST', '/api/prompts', { name: 'Mason', text: 'You build harbour walls with {{model}}.' })
  await act('PUT', `/api/workspaces/${garden}/files`, {
    path: '/plan.md',
    content: { text: '# Beds\n\nFerns in the shade.' },
    expect: 'new',
  })
  const newChat = async (workspaceId: string) => (await act<{ id: string }>('POST', '/api/chats', { workspaceId })).id

  const notes = await server.upload(
    'notes.txt',
    'text/plain',
    new TextEncoder().encode('Lime mortar, three parts sand.'),
  )
  const plan = await server.upload('plan.csv', 'text/csv', new TextEncoder().encode('bed,plant\nnorth,fern\n'))
  const large = await server.upload('tides.bin', 'application/octet-stream', new Uint8Array(2_500_000).fill(7))

  const attached = await newChat(garden)
  const first = await ask(attached, 'Read these.', [notes, plan])
  await ask(attached, 'And this one.', [large])
  await act('PUT', `/api/chats/${attached}/attachments`, {
    act: 'release',
    attachments: [{ messageId: first.messageId, blob: plan.blob }],
  })
  await ask(attached, 'What was in the first?')
  const fork = await act<{ chatId: string }>('POST', `/api/chats/${attached}/messages/${first.messageId}/fork`)
  await idle(fork.chatId)

  const documented = await newChat(garden)
  await act('PUT', `/api/chats/${documented}/documents`, { documents: [{ ...notes, path: null }] })
  await ask(documented, 'What does the document say?')
  await act('PUT', `/api/chats/${documented}/place`, { place: 'pinned' })

  const moved = await newChat(garden)
  await ask(moved, 'Which ferns grow on walls?')
  const { id: workshop } = await act<{ id: string }>('POST', '/api/workspaces', { name: 'Workshop', icon: 'book' })
  await act('PUT', `/api/chats/${moved}/workspace`, { workspaceId: workshop })
  await act('PUT', `/api/chats/${moved}/place`, { place: 'archived' })
}
