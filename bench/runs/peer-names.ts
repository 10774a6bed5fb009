export const PEERS = ['bare', 'AI SDK UI message stream'] as const

export type PeerName = (typeof PEERS)[number]
