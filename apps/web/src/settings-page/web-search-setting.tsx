import { ApiError, type WebSearchForm, type WebSearchSetting, type WebSearchTest } from '@stet/api/client'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { sentence } from '../formats/sentence.ts'
import { type Services, useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { SelectField } from '../ui/controls/select-field.tsx'
import { SwitchField } from '../ui/controls/switch.tsx'
import { TextField } from '../ui/controls/text-field.tsx'
import { LoadTrouble } from '../ui/layout/load-trouble.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'

const settingQuery = (client: Services['client']) =>
  queryOptions({ queryKey: ['web-search'], queryFn: () => client.webSearch() })

/** The service that the tool `web_search` asks (T8). */
export function WebSearchSection() {
  const { client } = useServices()
  const { data, isPending, error, refetch } = useQuery(settingQuery(client))
  return (
    <>
      <p className="mb-4 max-w-[64ch] text-pretty text-ink-soft">
        Most models cannot search the web themselves. With a search service, the tool <em>Web search</em> can do it for
        any of them: switch it on in a chat’s tools.
      </p>
      {isPending && <Skeleton label="Loading the search service" widths={[60, 40]} />}
      {error !== null && (
        <LoadTrouble title="Could not load the search service" onRetry={() => void refetch()}>
          {error.message}
        </LoadTrouble>
      )}
      {data && <ServiceForm key={JSON.stringify(data.saved)} setting={data} />}
    </>
  )
}

interface Draft {
  readonly service: WebSearchForm['service']
  readonly url: string
  readonly thisComputer: boolean
  /** As it is typed; empty keeps the saved one. */
  readonly key: string
}

function ServiceForm({ setting }: { setting: WebSearchSetting }) {
  const { client, newKey } = useServices()
  const queries = useQueryClient()
  const { services, saved, trouble } = setting
  const [initial] = useState<Draft>(() => ({
    service: saved?.service ?? 'searxng',
    url: saved?.url ?? '',
    thisComputer: saved?.thisComputer ?? false,
    key: '',
  }))
  const [draft, setDraft] = useState(initial)
  const keepsKey = saved?.hasKey === true && saved.service === draft.service
  const keep = async (now: WebSearchSetting) => {
    queries.setQueryData(settingQuery(client).queryKey, now)
    await queries.invalidateQueries({ queryKey: ['tools'] })
  }
  const save = useMutation({
    mutationFn: () => client.changeWebSearch({ form: toForm(draft, keepsKey), key: newKey() }),
    onSuccess: keep,
  })
  const remove = useMutation({ mutationFn: () => client.removeWebSearch({ key: newKey() }), onSuccess: keep })
  const test = useMutation({ mutationFn: () => client.testWebSearch({ form: toForm(draft, keepsKey) }) })
  const change = (part: Partial<Draft>) => {
    save.reset()
    test.reset()
    setDraft(before => ({ ...before, ...part }))
  }
  const error = save.error ?? test.error ?? remove.error
  const field = error instanceof ApiError ? (error.field?.replace(/^form\./, '') ?? null) : null
  const errorOf = (name: string) => (error !== null && field === name ? sentence(error.message) : undefined)
  const chosen = services.find(({ name }) => name === draft.service)

  function submit(event: FormEvent): void {
    event.preventDefault()
    test.reset()
    save.mutate()
  }

  return (
    <form onSubmit={submit} className="max-w-[36rem] space-y-4" noValidate>
      {trouble !== null && (
        <div role="alert">
          <Notice tone="trouble" title="Web search does not work now">
            {trouble}
          </Notice>
        </div>
      )}
      <SelectField
        label="Service"
        help={chosen?.help}
        more="web-search"
        value={draft.service}
        options={services.map(({ name, label }) => ({ value: name, label }))}
        onChange={service =>
          change({
            service,
            url: '',
            key: '',
            thisComputer: service === 'searxng' && draft.thisComputer,
          })
        }
      />
      <TextField
        label="Address"
        mono
        type="url"
        value={draft.url}
        error={errorOf('url')}
        onChange={url => change({ url })}
        placeholder={chosen?.address ?? 'https://search.example.com'}
        help={chosen?.address == null ? undefined : 'Leave it empty for the service’s own address.'}
        more="web-search"
      />
      <SwitchField
        label="It is on this computer"
        help="Needed for addresses such as localhost."
        checked={draft.thisComputer}
        onChange={thisComputer => change({ thisComputer })}
      />
      <TextField
        label={chosen?.needsKey === true ? 'Key' : 'Key (if it asks for one)'}
        mono
        type="password"
        value={draft.key}
        error={errorOf('key')}
        onChange={key => change({ key })}
        placeholder={keepsKey ? 'Saved key' : ''}
        help="Stored encrypted on the computer that runs Stet, and never shown again."
        more="web-search"
      />
      {test.data !== undefined && <Tested test={test.data} />}
      {error !== null && field !== 'url' && field !== 'key' && (
        <p role="alert" className="text-red">
          {sentence(error.message)}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button look="primary" type="submit" disabled={save.isPending}>
          Save
        </Button>
        <Button
          look="outline"
          disabled={test.isPending}
          onClick={() => {
            save.reset()
            test.mutate()
          }}
        >
          {test.isPending ? 'Testing…' : 'Test'}
        </Button>
        {saved !== null && (
          <Button disabled={remove.isPending} onClick={() => remove.mutate()}>
            Remove
          </Button>
        )}
        <p role="status" className="text-ink-soft">
          {saved !== null && trouble === null && draft === initial ? 'Saved.' : ''}
        </p>
      </div>
    </form>
  )
}

function Tested({ test }: { test: WebSearchTest }) {
  return (
    <section aria-label="Test" className="rounded border border-line bg-desk px-4 py-3">
      <p role="status" className="font-medium">
        {test.ok ? 'The search works' : 'The search failed'}
      </p>
      {!test.ok && <p className="mt-1 wrap-anywhere text-ink-soft">{test.because}</p>}
      {test.ok && (
        <>
          <p className="mt-1 text-ink-soft">
            {test.hits.length === 0 ? 'It found nothing for “weather”.' : 'It found for “weather”:'}
          </p>
          <ul className="mt-1 list-disc pl-5">
            {test.hits.map(({ title, url }) => (
              <li key={url} className="wrap-anywhere">
                <bdi>{title}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Without a key the saved one stays. */
function toForm({ service, url, thisComputer, key }: Draft, keepsKey: boolean): WebSearchForm {
  const form = { service, url: url.trim() === '' ? null : url.trim(), thisComputer }
  if (key.trim() === '') return keepsKey ? form : { ...form, key: null }
  return { ...form, key: key.trim() }
}
