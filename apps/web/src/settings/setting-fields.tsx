import { type ChoiceSetting, type ListedSetting, listSettings, type Setting, type Settings } from '@stet/api/client'
import { type ReactElement, type ReactNode, useId } from 'react'
import { ModelSelect } from '../models/model-select.tsx'
import { classNames } from '../ui/class-names.ts'
import { HelpLink } from '../ui/controls/help-link.tsx'
import { Select } from '../ui/controls/select-field.tsx'
import { Switch } from '../ui/controls/switch.tsx'
import { optionsOf, type SettingsForm } from './settings-form.ts'
import { useWantedSetting } from './wanted-setting.ts'

interface SettingFieldsProps {
  declared: Settings
  draft: {
    readonly form: SettingsForm
    readonly errors: ReadonlyMap<string, string>
    readonly change: (part: SettingsForm) => void
  }
  /** What the page knows about a setting beyond its declaration. */
  about?: (path: string) => AboutSetting
  /** Whether settings that apply to these have an effect now. */
  isApplied?: (appliesTo: readonly string[]) => boolean
}

export interface AboutSetting {
  /** Why the model in use ignores it. */
  readonly notApplied?: string | undefined
  /** In an empty field, in place of the declared one. */
  readonly placeholder?: string
  readonly note?: string
}

/** A control for every declared setting, in the order of declaration, under its heading. */
export function SettingFields({ declared, draft, about = () => ({}), isApplied = () => false }: SettingFieldsProps) {
  return groupBy(listSettings(declared), ({ section }) => section ?? '').map(section => (
    <section key={section.key} className="border-b border-line py-3 last:border-0">
      <h3 className="text-small font-medium text-ink-faint">{section.key}</h3>
      {groupBy(section.items, ({ setting }) => setting.appliesTo?.join() ?? '').map(({ key, items }) => (
        <Applies key={key} isApplied={key !== '' && isApplied(key.split(','))}>
          {items.map(listed => (
            <SettingField key={listed.path} listed={listed} draft={draft} about={about(listed.path)} />
          ))}
        </Applies>
      ))}
    </section>
  ))
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const groups: { readonly key: string; readonly items: Item[] }[] = []
  for (const item of items) {
    const key = keyOf(item)
    const last = groups.at(-1)
    if (last?.key === key) last.items.push(item)
    else groups.push({ key, items: [item] })
  }
  return groups
}

/** Settings of one kind of model, marked where the model in use is of that kind. */
function Applies({ isApplied, children }: { isApplied: boolean; children: ReactNode }) {
  return (
    <div className={classNames('-mx-2 border-l-2 pr-2 pl-1.5', isApplied ? 'border-accent' : 'border-transparent')}>
      {isApplied && <p className="pt-1 text-small text-accent">Applied by this model</p>}
      {children}
    </div>
  )
}

interface SettingFieldProps {
  listed: ListedSetting
  draft: SettingFieldsProps['draft']
  about: AboutSetting
}

function SettingField({ listed: { path, setting }, draft, about }: SettingFieldProps): ReactElement {
  const id = useId()
  const { form, errors, change } = draft
  const field: FieldProps = { id, path, form, error: errors.get(path), change, about }
  switch (setting.kind) {
    case 'switch':
      return (
        <Line {...field} setting={setting} isLabelWide>
          <Switch
            id={id}
            checked={form[path] === true}
            describedBy={`${id}-help`}
            onChange={checked => change({ [path]: checked })}
          />
        </Line>
      )
    case 'number':
      return (
        <Line {...field} setting={setting}>
          <NumberInput
            {...field}
            placeholder={about.placeholder ?? setting.unset ?? ''}
            describedBy={`${id}-help`}
            className="w-24"
          />
          <span className="w-17 shrink-0 text-small text-ink-faint">
            {setting.unit ?? `${setting.from} to ${setting.to}`}
          </span>
        </Line>
      )
    case 'choice':
      return setting.unset === undefined ? (
        <Radios {...field} setting={setting} errors={errors} />
      ) : (
        <Line {...field} setting={setting}>
          <Select
            id={id}
            describedBy={`${id}-help`}
            className="w-44"
            value={String(form[path])}
            options={optionsOf(setting)}
            onChange={value => change({ [path]: value })}
          />
        </Line>
      )
    case 'model': {
      const choice = form[path]
      return (
        <Line {...field} setting={setting}>
          <ModelSelect
            id={id}
            describedBy={`${id}-help`}
            className="w-44"
            unset={setting.unset}
            choice={typeof choice === 'object' ? choice : null}
            onChange={model => change({ [path]: model })}
          />
        </Line>
      )
    }
    case 'text':
      return (
        <div className="py-2">
          <label htmlFor={id} className="mb-1 block w-fit font-medium">
            {setting.label}
          </label>
          <textarea
            id={id}
            dir="auto"
            rows={2}
            maxLength={setting.longest}
            aria-describedby={`${id}-help`}
            value={String(form[path])}
            onChange={event => change({ [path]: event.target.value })}
            className="block w-full resize-y rounded border border-line-strong bg-raised px-2.5 py-1.5 coarse:text-read"
          />
          <Help id={`${id}-help`} path={path} setting={setting} error={field.error} about={about} />
        </div>
      )
  }
}

interface FieldProps {
  id: string
  path: string
  form: SettingsForm
  error: string | undefined
  change: (part: SettingsForm) => void
  about: AboutSetting
}

interface LineProps extends Pick<FieldProps, 'id' | 'path' | 'error' | 'about'> {
  setting: Setting
  /** Whether a click anywhere on the line counts. */
  isLabelWide?: boolean
  children: ReactNode
}

/** A label with its control on the same line, and the help below. */
function Line({ id, path, setting, error, about, isLabelWide = false, children }: LineProps) {
  const { label } = setting
  return (
    <div className="py-2">
      {isLabelWide ? (
        <label htmlFor={id} className="flex min-h-8 cursor-pointer items-center gap-2 coarse:min-h-10">
          <span className="min-w-0 flex-1 font-medium">{label}</span>
          {children}
        </label>
      ) : (
        <div className="flex items-center gap-2">
          <label htmlFor={id} className="min-w-0 flex-1 font-medium">
            {label}
          </label>
          {children}
        </div>
      )}
      <Help id={`${id}-help`} path={path} setting={setting} error={error} about={about} />
    </div>
  )
}

interface NumberInputProps extends Pick<FieldProps, 'path' | 'form' | 'error' | 'change'> {
  id?: string
  label?: string
  describedBy: string
  placeholder?: string
  className: string
}

function NumberInput({ id, path, form, error, change, label, describedBy, placeholder, className }: NumberInputProps) {
  return (
    <input
      id={id}
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      value={String(form[path])}
      aria-invalid={error !== undefined}
      aria-describedby={describedBy}
      placeholder={placeholder}
      onChange={event => change({ [path]: event.target.value })}
      className={classNames(
        'figures h-8 rounded border bg-raised px-2 text-right transition-colors duration-150 placeholder:text-ink-faint coarse:h-10 coarse:text-read',
        error === undefined ? 'border-line-strong' : 'border-red',
        className,
      )}
    />
  )
}

interface RadiosProps extends FieldProps {
  setting: ChoiceSetting
  errors: ReadonlyMap<string, string>
}

/** The number of a choice is beside it while it is chosen. */
function Radios({ id, path, form, change, setting, errors, about }: RadiosProps) {
  const options = optionsOf(setting)
  const chosen = options.find(({ value }) => value === form[path])
  const numberPath = `${path}.${chosen?.choice?.number?.name}`
  const error = errors.get(path) ?? errors.get(numberPath)
  return (
    <fieldset aria-describedby={`${id}-help`} className="py-2">
      <legend className="float-left mb-1 w-full font-medium">{setting.label}</legend>
      <div className="clear-both">
        {options.map(({ value, label, choice, amount }) => (
          <div key={value} className="flex min-h-8 items-center gap-2 coarse:min-h-10">
            <label className="flex min-w-0 flex-1 cursor-pointer items-center gap-2.5 self-stretch">
              <input
                type="radio"
                name={id}
                checked={form[path] === value}
                onChange={() => change({ [path]: value })}
                className="size-4 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-raised transition-[border-width] duration-120 checked:border-5 checked:border-accent"
              />
              <span>{label}</span>
            </label>
            {form[path] === value && choice?.number !== undefined && amount === undefined && (
              <NumberInput
                path={numberPath}
                form={form}
                change={change}
                label={choice.number.label}
                error={error}
                describedBy={`${id}-help`}
                className="w-16"
              />
            )}
          </div>
        ))}
      </div>
      <Help id={`${id}-help`} path={path} setting={setting} error={error} about={about} />
    </fieldset>
  )
}

interface HelpProps extends Pick<FieldProps, 'id' | 'path' | 'error' | 'about'> {
  setting: Pick<Setting, 'label' | 'help'>
}

function Help({ id, path, setting: { label, help }, error, about: { notApplied, note } }: HelpProps) {
  const inBlock = useWantedSetting(path)
  return (
    <div ref={inBlock} className="mt-0.5 text-small text-pretty text-ink-faint">
      <div id={id} className="inline">
        {error === undefined ? (
          <span>{help}</span>
        ) : (
          <span role="alert" className="text-red">
            {error}
          </span>
        )}
        {notApplied !== undefined && (
          <p className="mt-1 border-l-2 border-dotted border-line-strong pl-2 text-ink-soft">
            Not applied: {notApplied}
          </p>
        )}
        {note !== undefined && <p className="mt-1">{note}</p>}
      </div>{' '}
      <HelpLink of={label} to={path} />
    </div>
  )
}
