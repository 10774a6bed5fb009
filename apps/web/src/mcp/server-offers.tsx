import type { McpServerId } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { useServices } from '../state/services.ts'
import { Revealed } from '../ui/text/revealed.tsx'
import { offersQuery } from './mcp-query.ts'

/** The resources and prompts of a server. */
export function ServerOffers({ serverId, listedAt }: { serverId: McpServerId; listedAt: number }) {
  const { client } = useServices()
  const { data } = useQuery(offersQuery(client, serverId, listedAt))
  if (data === undefined) return null
  return (
    <>
      <Offers
        title="Resources"
        offers={data.resources.map(({ uri, name, title, description }) => ({
          id: uri,
          name: title ?? name,
          also: uri,
          description,
        }))}
      />
      <Offers
        title="Resource templates"
        offers={data.templates.map(({ template, name, title, description }) => ({
          id: template,
          name: title ?? name,
          also: template,
          description,
        }))}
      />
      <Offers
        title="Prompts"
        offers={data.prompts.map(({ name, title, description }) => ({
          id: name,
          name: title ?? name,
          also: title === null ? '' : name,
          description,
        }))}
      />
    </>
  )
}

interface OffersProps {
  title: string
  offers: readonly { readonly id: string; readonly name: string; readonly also: string; readonly description: string }[]
}

function Offers({ title, offers }: OffersProps) {
  if (offers.length === 0) return null
  return (
    <section className="mt-8">
      <h2 className="text-read font-semibold">{title}</h2>
      <ul aria-label={title} className="mt-2 divide-y divide-line">
        {offers.map(({ id, name, also, description }) => (
          <li key={id} className="py-2">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <bdi className="font-medium wrap-anywhere">
                <Revealed text={name} />
              </bdi>
              <bdi className="figures text-small wrap-anywhere text-ink-faint">
                <Revealed text={also} />
              </bdi>
            </p>
            <p className="text-small wrap-anywhere text-ink-soft">
              <Revealed text={description} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
