import {
  ArrowDown,
  ArrowRight,
  ArrowUp,
  Braces,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  Clock,
  Copy,
  Ellipsis,
  ExternalLink,
  FoldVertical,
  GitFork,
  Image,
  Keyboard,
  KeyRound,
  ListChecks,
  type LucideIcon,
  Menu,
  Monitor,
  Moon,
  PanelRight,
  Pencil,
  Pin,
  Plug,
  Plus,
  RotateCw,
  Search,
  Settings,
  SlidersHorizontal,
  Square,
  Strikethrough,
  Sun,
  Trash2,
  TriangleAlert,
  Undo2,
  Wrench,
  X,
} from 'lucide-react'

const icons = {
  'arrow-down': ArrowDown,
  'arrow-right': ArrowRight,
  'arrow-up': ArrowUp,
  braces: Braces,
  check: Check,
  'chevron-down': ChevronDown,
  'chevron-left': ChevronLeft,
  'chevron-right': ChevronRight,
  clock: Clock,
  close: X,
  copy: Copy,
  fold: FoldVertical,
  fork: GitFork,
  gear: Settings,
  image: Image,
  key: KeyRound,
  keyboard: Keyboard,
  'list-checks': ListChecks,
  menu: Menu,
  more: Ellipsis,
  moon: Moon,
  'open-out': ExternalLink,
  panel: PanelRight,
  pencil: Pencil,
  pin: Pin,
  plug: Plug,
  plus: Plus,
  retry: RotateCw,
  screen: Monitor,
  search: Search,
  sliders: SlidersHorizontal,
  stop: Square,
  strike: Strikethrough,
  sun: Sun,
  tool: Wrench,
  trash: Trash2,
  undo: Undo2,
  warning: TriangleAlert,
} satisfies Record<string, LucideIcon>

export type IconName = keyof typeof icons

export function isIconName(name: string): name is IconName {
  return Object.hasOwn(icons, name)
}

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  const Shape = icons[name]
  return (
    <Shape
      aria-hidden="true"
      size={size}
      strokeWidth={1.5}
      absoluteStrokeWidth
      fill={name === 'stop' ? 'currentColor' : 'none'}
      className="shrink-0"
    />
  )
}
