import { type DefinedType, providerTypes, type ShownProvider } from '@stet/api/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatMoment } from '../formats/format-moment.ts'
import { sentence } from '../formats/sentence.ts'
import { ProviderMark } from '../models/provider-mark.tsx'
import { keepProvider } from '../models/providers-query.ts'
import { useServices } from '../state/services.ts'
import { RowSwitch } from '../ui/controls/switch.tsx'
import { catalogWords } from './catalog/catalog-words.ts'
import { toDraft, toForm } from './form/provider-draft.ts'

export function ProviderRow({ provider }: { provider: ShownProvider }) {
  const { client, newKey } = useServices()
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (enabled: boolean) =>
      client.changeProvider(provider.id, { form: { ...toForm(toDraft(provider)), enabled }, key: newKey() }),
    onSuccess: changed => keepProvider(queries, changed),
  })
  const { name, catalog } = provider
  const shown = change.isPending ? change.variables : provider.enabled
  return (
    <li className="border-b border-line">
      <div className="group relative -mx-2 flex items-start gap-3 rounded px-2 py-3 transition-colors duration-150 hover:bg-wash">
        <ProviderMark icon={provider.icon} name={name} />
        <div className="min-w-0 flex-1">
          <p className="font-medium">
            <Link
              to="/providers/$providerId"
              params={{ providerId: provider.id }}
              className="rounded after:absolute after:inset-0 after:rounded"
            >
              <bdi className="wrap-anywhere">{name}</bdi>
            </Link>
          </p>
          <p className="truncate text-ink-soft">
            {shortTypeName(provider.type)} · <bdi>{provider.baseUrl ?? 'default address'}</bdi>
          </p>
          <p className="text-small text-ink-faint">
            {catalogWords(catalog, Date.now())} · {keyWords(provider)}
          </p>
          <Trouble provider={provider} />
          {change.isError && (
            <p role="alert" className="mt-1 text-small text-red">
              Not changed. {change.error.message}
            </p>
          )}
        </div>
        <RowSwitch
          label={`Enable ${name}`}
          checked={shown}
          disabled={change.isPending}
          onChange={enabled => change.mutate(enabled)}
        />
      </div>
    </li>
  )
}

function Trouble({ provider: { secretsTrouble, catalog } }: { provider: ShownProvider }) {
  if (secretsTrouble !== null) return <p className="mt-1 text-small text-red">{sentence(secretsTrouble)}</p>
  if (catalog.error === null) return null
  return (
    <p className="mt-1 text-small wrap-anywhere text-red">
      Could not load its models ({formatMoment(catalog.error.at, Date.now())}). {sentence(catalog.error.message)}
    </p>
  )
}

function keyWords({ hasKey, options }: ShownProvider): string {
  if (hasKey) return 'key saved'
  return options.local ? 'no key needed' : 'no key'
}

/** The name of a type without the addition in brackets. */
function shortTypeName(type: DefinedType): string {
  const known = providerTypes.find(option => option.value === type)
  if (known === undefined) throw new Error(`there is no type ${type}`)
  return known.label.replace(/ \(.*\)$/u, '')
}
