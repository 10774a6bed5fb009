import type { ReactElement } from 'react'

/** Drawn on a grid of 16 with a line of 1.5. */
const shapes = {
  'arrow-down': <path d="M8 3v10M3.5 8.5 8 13l4.5-4.5" />,
  'arrow-right': <path d="M3 8h10M8.5 3.5 13 8l-4.5 4.5" />,
  'arrow-up': <path d="M8 13V3M3.5 7.5 8 3l4.5 4.5" />,
  check: <path d="m3 8.5 3.5 3.5L13 4.5" />,
  'chevron-down': <path d="M3.5 6 8 10.5 12.5 6" />,
  'chevron-left': <path d="M10 3.5 5.5 8l4.5 4.5" />,
  'chevron-right': <path d="m6 3.5 4.5 4.5L6 12.5" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 4.75V8l2.25 1.5" />
    </>
  ),
  close: <path d="m4 4 8 8M12 4l-8 8" />,
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 3.5v-.25c0-.7-.55-1.25-1.25-1.25h-6C2.55 2 2 2.55 2 3.25v6c0 .7.55 1.25 1.25 1.25h.25" />
    </>
  ),
  fold: <path d="M8 1.5v4M5.75 3.75 8 6l2.25-2.25M8 14.5v-4M5.75 12.25 8 10l2.25 2.25M2.5 8h11" />,
  fork: (
    <>
      <circle cx="4" cy="3.5" r="1.5" />
      <circle cx="4" cy="12.5" r="1.5" />
      <circle cx="12" cy="5.5" r="1.5" />
      <path d="M4 5v6M12 7c0 2.5-3.5 2.5-8 3" />
    </>
  ),
  image: (
    <>
      <rect x="2" y="3" width="12" height="10" rx="1.5" />
      <path d="m2.5 11.5 3-3 2.5 2.5 2.5-3 3 3.5" />
    </>
  ),
  key: (
    <>
      <circle cx="5" cy="11" r="2.75" />
      <path d="m7 9 6-6M11 5l2 2M9 7l1.25 1.25" />
    </>
  ),
  keyboard: (
    <>
      <rect x="1.5" y="4" width="13" height="8" rx="1.5" />
      <path d="M4 6.75h.01M6.65 6.75h.01M9.35 6.75h.01M12 6.75h.01M5 9.5h6" />
    </>
  ),
  'list-checks': <path d="m2 4.5 1.25 1.25L5.5 3.25M2 11l1.25 1.25L5.5 9.75M8 4.5h6M8 11h6" />,
  menu: <path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" />,
  more: <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2" />,
  moon: <path d="M13.5 9.6A5.75 5.75 0 0 1 6.4 2.5a5.75 5.75 0 1 0 7.1 7.1Z" />,
  'open-out': (
    <path d="M9 2.5h4.5V7M13 3 7.5 8.5M6.5 3.5H4c-.8 0-1.5.7-1.5 1.5v7c0 .8.7 1.5 1.5 1.5h7c.8 0 1.5-.7 1.5-1.5V9.5" />
  ),
  panel: (
    <>
      <rect x="2" y="3" width="12" height="10" rx="1.5" />
      <path d="M10 3v10" />
    </>
  ),
  pencil: <path d="m10.3 3.2 2.5 2.5M2.5 13.5l.7-3L10.6 3c.6-.6 1.6-.6 2.2 0l.2.2c.6.6.6 1.6 0 2.2L5.5 12.8l-3 .7Z" />,
  pin: <path d="M5.5 2.5h5M6.25 2.5v4L4 9.25h8L9.75 6.5v-4M8 9.25v4.5" />,
  plug: <path d="M5.5 2v3.5M10.5 2v3.5M3.5 5.5h9V8a4.5 4.5 0 0 1-9 0V5.5ZM8 12.5V15" />,
  plus: <path d="M8 3v10M3 8h10" />,
  retry: <path d="M13 8a5 5 0 1 1-1.6-3.7L13 5.8M13 2.5v3.3H9.7" />,
  screen: (
    <>
      <rect x="2" y="3" width="12" height="8" rx="1.5" />
      <path d="M6 13.5h4" />
    </>
  ),
  search: (
    <>
      <circle cx="7" cy="7" r="4.25" />
      <path d="m10.25 10.25 3.25 3.25" />
    </>
  ),
  sliders: (
    <>
      <path d="M2.5 5h6M12.5 5h1M2.5 11h1M7.5 11h6" />
      <circle cx="10.5" cy="5" r="1.75" />
      <circle cx="5.5" cy="11" r="1.75" />
    </>
  ),
  stop: <rect x="4" y="4" width="8" height="8" rx="1.5" fill="currentColor" stroke="none" />,
  strike: (
    <path d="M2 8h12M11.2 5.2C10.8 3.8 9.6 3 8 3 6.2 3 5 4 5 5.4M5 10.8c.4 1.3 1.5 2.2 3.1 2.2 1.8 0 3.1-1 3.1-2.5" />
  ),
  sun: (
    <>
      <circle cx="8" cy="8" r="2.75" />
      <path d="M8 1.5V3M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1.05 1.05M11.55 11.55l1.05 1.05M12.6 3.4l-1.05 1.05M4.45 11.55 3.4 12.6" />
    </>
  ),
  tool: (
    <path d="M13.2 4.6 11 6.8 9.2 5l2.2-2.2A3.6 3.6 0 0 0 6.7 7.4L2.6 11.5a1.3 1.3 0 0 0 1.9 1.9l4.1-4.1a3.6 3.6 0 0 0 4.6-4.7Z" />
  ),
  trash: (
    <path d="M2.5 4.5h11M6 4.5V3c0-.3.2-.5.5-.5h3c.3 0 .5.2.5.5v1.5M4 4.5l.6 8.1c0 .5.5.9 1 .9h4.8c.5 0 1-.4 1-.9l.6-8.1M6.75 7.25v3.5M9.25 7.25v3.5" />
  ),
  undo: <path d="M6 3 2.5 6.5 6 10M3 6.5h6.5a3.5 3.5 0 0 1 0 7H7" />,
  warning: (
    <path d="M8 6.2v3M8 11.3h.01M7 2.9 1.9 11.7c-.4.8.1 1.8 1 1.8h10.2c.9 0 1.4-1 1-1.8L9 2.9a1.15 1.15 0 0 0-2 0Z" />
  ),
} satisfies Record<string, ReactElement>

export type IconName = keyof typeof shapes

export function isIconName(name: string): name is IconName {
  return Object.hasOwn(shapes, name)
}

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0"
    >
      {shapes[name]}
    </svg>
  )
}
