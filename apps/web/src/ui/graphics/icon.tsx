import {
  ArrowDown,
  ArrowRight,
  ArrowUp,
  Book,
  Braces,
  BriefcaseBusiness,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  Clock,
  Code,
  Copy,
  Ellipsis,
  ExternalLink,
  FlaskConical,
  Folder,
  FolderInput,
  FoldVertical,
  GitFork,
  Globe,
  Heart,
  House,
  Image,
  Keyboard,
  KeyRound,
  Leaf,
  ListChecks,
  type LucideIcon,
  Menu,
  Monitor,
  Moon,
  Music,
  PanelRight,
  Pencil,
  PenLine,
  Pin,
  Plug,
  Plus,
  RotateCw,
  Search,
  Settings,
  SlidersHorizontal,
  Square,
  Star,
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
  book: Book,
  braces: Braces,
  briefcase: BriefcaseBusiness,
  check: Check,
  'chevron-down': ChevronDown,
  'chevron-left': ChevronLeft,
  'chevron-right': ChevronRight,
  clock: Clock,
  close: X,
  code: Code,
  copy: Copy,
  flask: FlaskConical,
  fold: FoldVertical,
  folder: Folder,
  fork: GitFork,
  gear: Settings,
  globe: Globe,
  heart: Heart,
  house: House,
  image: Image,
  key: KeyRound,
  keyboard: Keyboard,
  leaf: Leaf,
  'list-checks': ListChecks,
  menu: Menu,
  more: Ellipsis,
  moon: Moon,
  'move-to': FolderInput,
  music: Music,
  'open-out': ExternalLink,
  panel: PanelRight,
  pen: PenLine,
  pencil: Pencil,
  pin: Pin,
  plug: Plug,
  plus: Plus,
  retry: RotateCw,
  screen: Monitor,
  search: Search,
  sliders: SlidersHorizontal,
  star: Star,
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
