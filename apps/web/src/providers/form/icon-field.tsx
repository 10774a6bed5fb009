import { PROVIDER_ICONS, ProviderMark } from '../../models/provider-mark.tsx'

interface IconFieldProps {
  icon: string | null
  /** Its first letter is one of the choices. */
  name: string
  onChange: (icon: string | null) => void
}

export function IconField({ icon, name, onChange }: IconFieldProps) {
  const isKnown = PROVIDER_ICONS.some(each => each.name === icon)
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Icon</legend>
      <div className="flex flex-wrap gap-1">
        {[{ name: null, label: 'First letter' }, ...PROVIDER_ICONS].map(choice => (
          <label
            key={choice.name}
            title={choice.label}
            className="grid size-10 cursor-pointer place-items-center rounded border border-transparent transition-colors duration-150 hover:bg-wash has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-accent coarse:size-11"
          >
            <input
              type="radio"
              name="icon"
              aria-label={choice.label}
              checked={choice.name === (isKnown ? icon : null)}
              onChange={() => onChange(choice.name)}
              className="sr-only"
            />
            <ProviderMark icon={choice.name} name={name} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
