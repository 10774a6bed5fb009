import { type Preferred, usePreference } from '../state/preferences.ts'
import { classNames } from '../ui/class-names.ts'
import { Tooltip } from '../ui/controls/tooltip.tsx'
import { Icon, type IconName } from '../ui/graphics/icon.tsx'

const themes: readonly { theme: Preferred<'theme'>; label: string; icon: IconName }[] = [
  { theme: 'light', label: 'Light', icon: 'sun' },
  { theme: 'system', label: 'System', icon: 'screen' },
  { theme: 'dark', label: 'Dark', icon: 'moon' },
]

export function ThemeToggle() {
  const [chosen, choose] = usePreference('theme')
  return (
    <fieldset className="flex rounded border border-line bg-paper p-0.5">
      <legend className="sr-only">Theme</legend>
      {themes.map(({ theme, label, icon }) => (
        <Tooltip key={theme} text={label} side="top">
          <label
            className={classNames(
              'relative grid size-7 place-items-center rounded-[4px] transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-accent coarse:size-10',
              chosen === theme ? 'bg-wash text-ink' : 'text-ink-faint hover:text-ink',
            )}
          >
            <input
              type="radio"
              name="theme"
              className="absolute inset-0 cursor-pointer appearance-none opacity-0"
              checked={chosen === theme}
              onChange={() => choose(theme)}
              aria-label={label}
            />
            <Icon name={icon} />
          </label>
        </Tooltip>
      ))}
    </fieldset>
  )
}
