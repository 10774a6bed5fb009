import { type IconName, isIconName } from '../ui/graphics/icon.tsx'

/** The picture of a tool, by the name that was kept with its call; any tool may name one that this page does not have. */
export function callIcon(name: string): IconName {
  return isIconName(name) ? name : 'tool'
}
