import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ProviderMark } from '../models/provider-mark.tsx'
import { providersQuery } from '../models/providers-query.ts'
import { useServices } from '../state/services.ts'
import { ButtonLink } from '../ui/controls/button-link.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'

export function ProvidersSetting() {
  const { client } = useServices()
  const { data, isPending, isError, error } = useQuery(providersQuery(client))
  return (
    <>
      <p className="mb-3 max-w-[64ch] text-ink-soft">
        Companies you have an API key for, and model servers on your own machine. Stet contacts only those you add.
      </p>
      {isPending && <Skeleton label="Loading providers" widths={[60, 40]} />}
      {isError && (
        <p role="alert" className="mb-3 text-red">
          Could not load the providers. {error.message}
        </p>
      )}
      {data && data.providers.length > 0 && (
        <ul aria-label="Providers" className="mb-4 border-t border-line">
          {data.providers.map(({ id, name, icon, enabled }) => (
            <li key={id} className="border-b border-line">
              <Link
                to="/providers/$providerId"
                params={{ providerId: id }}
                className="-mx-2 flex min-h-11 items-center gap-3 rounded px-2 py-1.5 transition-colors duration-150 hover:bg-wash"
              >
                <ProviderMark icon={icon} name={name} />
                <bdi className="min-w-0 flex-1 truncate font-medium">{name}</bdi>
                {!enabled && <span className="text-small text-ink-faint">Off</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <ButtonLink to="/providers" icon="plug">
        Manage providers
      </ButtonLink>
    </>
  )
}
