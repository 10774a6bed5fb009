import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ProviderMark } from '../models/provider-mark.tsx'
import { presetsQuery } from '../models/providers-query.ts'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'

/** Presets fill the form; everything in it can be changed (P1). */
export function PresetGrid() {
  const { client } = useServices()
  const { data, isPending, isError, error, refetch } = useQuery(presetsQuery(client))
  if (isPending) return <Skeleton label="Loading presets" />
  if (isError) {
    return (
      <div role="alert" className="py-2 text-ink-soft">
        <p>Could not load the presets. {error.message}</p>
        <Button look="outline" icon="retry" className="mt-3" onClick={() => refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  return (
    <ul aria-label="Presets" className="grid grid-cols-1 gap-2 min-[24rem]:grid-cols-2 sm:grid-cols-3">
      {data.presets.map(preset => (
        <li key={preset.id} className="min-w-0">
          <Tile preset={preset.id} name={preset.name} icon={preset.icon}>
            {preset.options.local ? 'Runs on your machine' : preset.key === 'needed' ? 'API key' : 'API key (optional)'}
          </Tile>
        </li>
      ))}
      <li className="min-w-0">
        <Tile preset={undefined} name="Custom" icon={null}>
          Any compatible server
        </Tile>
      </li>
    </ul>
  )
}

interface TileProps {
  preset: string | undefined
  name: string
  icon: string | null
  children: ReactNode
}

function Tile({ preset, name, icon, children }: TileProps) {
  return (
    <Link
      to="/providers/new"
      search={{ preset }}
      className="flex h-full items-center gap-3 rounded border border-line bg-raised p-3 transition-colors duration-150 hover:border-line-strong hover:bg-wash"
    >
      <ProviderMark icon={icon} name={name} />
      <span className="min-w-0">
        <span className="block text-pretty font-medium">{name}</span>
        <span className="block text-small text-ink-faint">{children}</span>
      </span>
    </Link>
  )
}
