import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconName } from '../graphics/icon.tsx'
import { Tooltip } from './tooltip.tsx'

const looks = {
  // A border that only high contrast shows, where every background is the same.
  primary: 'border border-transparent bg-accent text-on-accent hover:opacity-90',
  outline: 'border border-line-strong bg-raised text-ink hover:bg-wash',
  danger: 'border border-transparent bg-red text-paper hover:opacity-90',
  quiet: 'text-ink-soft hover:bg-wash hover:text-ink',
}

const shape =
  'inline-flex shrink-0 items-center justify-center rounded font-medium transition-colors duration-150 select-none disabled:opacity-45'

interface ButtonProps extends ComponentProps<'button'> {
  look?: keyof typeof looks
  icon?: IconName
}

export function Button({ look = 'quiet', icon, className, children, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      className={classNames(shape, looks[look], 'h-8 gap-2 px-3 coarse:h-10', className)}
      {...props}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label' | 'title'> {
  label: string
  icon: IconName
  look?: keyof typeof looks
  /** Keys that do the same, shown with the label. */
  keys?: string
}

export function IconButton({ label, icon, look = 'quiet', keys, className, ...props }: IconButtonProps) {
  return (
    <Tooltip text={label} keys={keys}>
      <button
        type="button"
        aria-label={label}
        className={classNames(shape, looks[look], 'size-8 coarse:size-10', className)}
        {...props}
      >
        <Icon name={icon} />
      </button>
    </Tooltip>
  )
}
