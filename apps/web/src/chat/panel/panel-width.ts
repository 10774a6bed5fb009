/** The inspector's width in pixels: what the user chose, within what leaves room for the conversation. */
export const PANEL_WIDTH = { least: 320, usual: 380, most: 640 } as const

const SIDEBAR = 280
const CONVERSATION = 360
const STORED = 'stet.inspector.width'

export function clampWidth(width: number, screen: number): number {
  const room = Math.max(PANEL_WIDTH.least, screen - SIDEBAR - CONVERSATION)
  return Math.round(Math.min(Math.max(width, PANEL_WIDTH.least), PANEL_WIDTH.most, room))
}

export function readWidth(storage: Pick<Storage, 'getItem'>): number {
  const stored = Number(storage.getItem(STORED) ?? Number.NaN)
  return Number.isFinite(stored) ? stored : PANEL_WIDTH.usual
}

export function keepWidth(storage: Pick<Storage, 'setItem'>, width: number): void {
  storage.setItem(STORED, String(width))
}
