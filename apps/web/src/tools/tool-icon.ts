import { type IconName, isIconName } from '../ui/graphics/icon.tsx'

/** The icon of a tool. An old call, or a server newer than this page, may name one that this page does not have. */
export function toolIcon(name: string): IconName {
  return isIconName(name) ? name : 'tool'
}
