import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sentence } from '../formats/sentence.ts'
import { useServices } from '../state/services.ts'
import { ButtonLink } from '../ui/controls/button-link.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { PageColumn } from '../ui/layout/page-column.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { keepServer } from './mcp-query.ts'
import { returnedQuery } from './returned-query.ts'

const TITLE = 'Signing in'

/** The page that an authorization server redirects to. The code is exchanged once and removed from the browser's history. */
export function CallbackPage() {
  const { client } = useServices()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data: server, error } = useQuery({
    queryKey: ['mcp-sign-in', returnedQuery.get('state')],
    queryFn: () =>
      client.finishMcpSignIn({
        state: returnedQuery.get('state') ?? '',
        code: returnedQuery.get('code'),
        iss: returnedQuery.get('iss'),
        error: returnedQuery.get('error'),
        errorDescription: returnedQuery.get('error_description'),
      }),
    // A state works once.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

  useEffect(() => {
    document.title = TITLE
  }, [])

  useEffect(() => {
    if (server === undefined) return
    const { id: serverId, workspaceId } = server
    void keepServer(queries, server)
    void navigate({ to: '/workspaces/$workspaceId/mcp/$serverId', params: { workspaceId, serverId }, replace: true })
  }, [server, queries, navigate])

  return (
    <>
      <PageHeader title={TITLE} />
      <PageColumn>
        {error === null ? (
          <p role="status" className="text-read text-ink-soft">
            Signing in…
          </p>
        ) : (
          <div role="alert">
            <Notice tone="trouble" title="You are not signed in" actions={<ButtonLink to="/">New chat</ButtonLink>}>
              {sentence(error.message)} Start again on the page of the MCP server.
            </Notice>
          </div>
        )}
      </PageColumn>
    </>
  )
}
