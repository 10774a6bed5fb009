import { WORKSPACE_ICONS } from '@stet/api/client'
import { Icon, isIconName } from '../ui/graphics/icon.tsx'

/** An icon that this version does not know is a folder. */
export function WorkspaceIcon({ icon }: { icon: string }) {
  return <Icon name={isIconName(icon) ? icon : 'folder'} />
}

interface IconChoiceProps {
  icon: string
  onChange: (icon: (typeof WORKSPACE_ICONS)[number]) => void
}

export function IconChoice({ icon, onChange }: IconChoiceProps) {
  return (
    <fieldset className="mt-4">
      <legend className="mb-1 font-medium">Icon</legend>
      <div className="flex flex-wrap gap-1">
        {WORKSPACE_ICONS.map(name => (
          <label
            key={name}
            title={name}
            className="flex size-9 cursor-pointer items-center justify-center rounded border border-transparent text-ink-soft transition-colors duration-150 hover:bg-wash has-checked:border-accent has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent coarse:size-11"
          >
            <input
              type="radio"
              name="icon"
              aria-label={name}
              checked={icon === name}
              onChange={() => onChange(name)}
              className="sr-only"
            />
            <Icon name={name} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
