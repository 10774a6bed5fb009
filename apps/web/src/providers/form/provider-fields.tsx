import { type Preset, providerTypes } from '@stet/api/client'
import { type ReactNode, useEffect, useState } from 'react'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Icon } from '../../ui/graphics/icon.tsx'
import { HeaderFields } from './header-fields.tsx'
import { IconField } from './icon-field.tsx'
import { OptionField, OptionFields } from './option-fields.tsx'
import { SecretField } from './secret-field.tsx'
import type { ProviderFormState } from './use-provider-form.ts'

interface ProviderFieldsProps {
  form: ProviderFormState
  /** The one that filled the form; null when it was filled by hand. */
  preset: Preset | null
  hasKey: boolean
  /** Whether it is filled in for the first time. */
  isNew: boolean
}

export function ProviderFields({ form, preset, hasKey, isNew }: ProviderFieldsProps) {
  const { draft, errors, change } = form
  const isHere = [draft.baseUrl, draft.modelsUrl].some(namesThisComputer)
  const isInMore = [...errors.keys()].some(field => /^(?:icon|type|modelsUrl|headers|options)\b/u.test(field))
  return (
    <div className="space-y-5">
      {isNew && preset?.note && <p className="max-w-[60ch] text-ink-soft">{preset.note}</p>}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Name"
          help="Shown in the model list."
          error={errors.get('name')}
          value={draft.name}
          maxLength={100}
          onChange={name => change({ name })}
        />
        <TextField
          label={draft.type === 'bedrock' ? 'Region or base URL' : 'Base URL'}
          help={baseUrlHelp(draft.type, preset)}
          more="provider-address"
          error={errors.get('baseUrl')}
          mono
          inputMode="url"
          value={draft.baseUrl}
          placeholder={draft.type === 'openai-chat' ? 'https://…/v1' : 'Default'}
          onChange={baseUrl => change({ baseUrl })}
        />
      </div>
      {isHere && (
        <OptionField
          name="thisComputer"
          options={draft.options}
          errors={errors}
          onChange={options => change({ options })}
        />
      )}
      <SecretField
        label="Key"
        help={<KeyHelp preset={preset} local={draft.options.local} />}
        more="provider-key"
        error={errors.get('key')}
        secret={draft.key}
        isKept={hasKey}
        onChange={key => change({ key })}
      />
      <More isForced={isInMore || (isNew && preset === null)}>
        <IconField icon={draft.icon} name={draft.name} onChange={icon => change({ icon })} />
        <SelectField
          label="Type"
          help="API protocol."
          more="provider-type"
          error={errors.get('type')}
          value={draft.type}
          options={providerTypes}
          onChange={type => change({ type })}
        />
        <TextField
          label="Models URL"
          help="If models are listed elsewhere. Called without the key."
          more="provider-address"
          error={errors.get('modelsUrl')}
          mono
          inputMode="url"
          value={draft.modelsUrl}
          placeholder="Same as base URL"
          onChange={modelsUrl => change({ modelsUrl })}
        />
        <HeaderFields headers={draft.headers} errors={errors} onChange={headers => change({ headers })} />
        <OptionFields
          type={draft.type}
          without={isHere ? ['thisComputer'] : []}
          options={draft.options}
          errors={errors}
          onChange={options => change({ options })}
        />
      </More>
    </div>
  )
}

/** The parser writes every spelling of an address in one way. */
function namesThisComputer(address: string): boolean {
  const host = URL.parse(address.trim())?.hostname ?? ''
  return /^(?:(?:.*\.)?localhost|127\.[\d.]+|\[::1\])$/u.test(host)
}

function baseUrlHelp(type: string, preset: Preset | null): string {
  if (type === 'bedrock') return 'For example us-west-2, bedrock:us-west-2, or a full URL.'
  if (type === 'openai-chat' && !preset?.options.local) return 'Up to and including /v1, if it has one.'
  return preset?.options.local ? 'Where the server listens.' : 'Leave empty for the default.'
}

function KeyHelp({ preset, local }: { preset: Preset | null; local: boolean }) {
  if (local) return 'Only if the server requires one.'
  return (
    <>
      Stored encrypted, sent only to this address, never shown again.
      {preset?.keyUrl && (
        <>
          {' '}
          <a
            href={preset.keyUrl}
            target="_blank"
            rel="noopener noreferrer"
            className="rounded whitespace-nowrap text-accent underline underline-offset-3"
          >
            Get a key from {preset.name}
          </a>
        </>
      )}
    </>
  )
}

/** What most people never change, folded; it opens by itself when something in it is wrong. */
function More({ isForced, children }: { isForced: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(isForced)
  useEffect(() => {
    if (isForced) setOpen(true)
  }, [isForced])
  return (
    <details
      open={isOpen}
      onToggle={event => setOpen(event.currentTarget.open)}
      className="group rounded border border-line"
    >
      <summary className="flex h-10 list-none items-center gap-2 rounded px-3 font-medium text-ink-soft hover:text-ink coarse:h-11">
        <span className="transition-transform duration-150 group-open:rotate-90">
          <Icon name="chevron-right" size={14} />
        </span>
        Advanced
      </summary>
      <div className="grid gap-x-5 gap-y-4 border-t border-line p-3 sm:grid-cols-2 sm:p-4">{children}</div>
    </details>
  )
}
