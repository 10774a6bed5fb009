import { useQuery } from '@tanstack/react-query'
import { basePath } from '../formats/base-path.ts'
import { useServices } from '../state/services.ts'
import { Notice } from '../ui/layout/notice.tsx'

/** Damage may be found hours after the start. */
const LOOK_EVERY_MS = 5 * 60_000

/** Shown while the database is damaged or its disk is full: everything can be read, nothing can be changed. */
export function ReadOnlyNotice() {
  const { client } = useServices()
  const { data } = useQuery({
    queryKey: ['read-only'],
    queryFn: () => client.readOnly(),
    staleTime: LOOK_EVERY_MS,
    refetchInterval: LOOK_EVERY_MS,
  })
  if (data?.readOnly == null) return null
  const { because, download } = data.readOnly
  return (
    <div role="alert">
      <Notice
        tone="trouble"
        title="Read-only"
        className="m-2"
        actions={
          download !== null && (
            <a className="underline" href={`${basePath}${download}`} download>
              Download the readable rows
            </a>
          )
        }
      >
        {because.charAt(0).toUpperCase() + because.slice(1)}
      </Notice>
    </div>
  )
}
