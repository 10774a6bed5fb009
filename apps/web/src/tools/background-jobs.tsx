import type { Chat, Client } from '@stet/api/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { formatDuration } from '../formats/format-duration.ts'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { useNow } from '../ui/hooks/use-now.ts'
import { Fold } from '../ui/layout/fold.tsx'
import { Revealed } from '../ui/text/revealed.tsx'

const REFRESH_MS = 1500

function isRunning(listed: Awaited<ReturnType<Client['jobs']>> | undefined): boolean {
  return listed?.jobs.some(({ ended }) => ended === null) ?? false
}

/** Commands that continue after their call: what they print, and how to stop them (T7). */
export function BackgroundJobs({ chat }: { chat: Chat }) {
  const { client } = useServices()
  const queries = useQueryClient()
  const queryKey = ['jobs', chat.id]
  const hasShell = chat.settings.tools.some(({ name }) => name === 'run_shell_command')
  const { data } = useQuery({
    queryKey,
    queryFn: () => client.jobs(chat.id),
    // Jobs continue after the shell was switched off.
    refetchInterval: ({ state }) => (hasShell || isRunning(state.data) ? REFRESH_MS : false),
    retry: false,
  })
  const stop = useMutation({
    mutationFn: (job: number) => client.stopJob(chat.id, { job }),
    onSuccess: jobs => queries.setQueryData(queryKey, jobs),
  })
  const running = data?.jobs.filter(({ ended }) => ended === null) ?? []
  const now = useNow(running.length > 0)
  if (running.length === 0) return null
  return (
    <section aria-label="Background jobs" className="mx-auto w-full max-w-(--column) px-4 pb-2 text-small sm:px-7">
      {running.map(({ id, command, directory, startedAt, output }) => (
        <div key={id} className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <Fold
              icon="terminal"
              title={`Job ${id}`}
              status={
                <>
                  <span className="figures mr-2">{formatDuration(now - startedAt)}</span>
                  <bdi className="font-mono">
                    <Revealed text={command} />
                  </bdi>
                </>
              }
            >
              <p className="font-mono wrap-anywhere text-ink-faint">
                <Revealed text={directory} />
              </p>
              <pre
                dir="ltr"
                className="mt-1 max-h-48 overflow-auto rounded border border-line bg-code px-3 py-2 font-mono whitespace-pre-wrap wrap-anywhere"
              >
                {output === '' ? 'No output yet' : <Revealed text={output} />}
              </pre>
            </Fold>
          </div>
          <Button look="outline" icon="stop" disabled={stop.isPending} onClick={() => stop.mutate(id)}>
            Stop job {id}
          </Button>
        </div>
      ))}
      {stop.isError && (
        <p role="alert" className="text-red">
          Could not stop it. {stop.error.message}
        </p>
      )}
    </section>
  )
}
