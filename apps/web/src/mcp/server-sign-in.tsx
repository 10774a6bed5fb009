import type { ShownMcpServer } from '@stet/api/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { basePath } from '../formats/base-path.ts'
import { formatMoment } from '../formats/format-moment.ts'
import { sentence } from '../formats/sentence.ts'
import { refreshQueries } from '../state/refresh-queries.ts'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { CopyButton } from '../ui/controls/copy-button.tsx'
import { TextField } from '../ui/controls/text-field.tsx'
import { Place } from '../ui/hooks/kept-state.tsx'
import { Fold } from '../ui/layout/fold.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { Revealed } from '../ui/text/revealed.tsx'
import { keepServer } from './mcp-query.ts'

/** The state of the sign-in at a remote server, and its actions; nothing for a server that never asked for one. */
export function ServerSignIn({ server }: { server: ShownMcpServer }) {
  const { client } = useServices()
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  const { id, enabled, signIn } = server
  const signOut = useMutation({
    mutationFn: () => client.signOutOfMcpServer(id),
    onSuccess: changed => keepServer(queries, changed),
  })
  if (signIn.kind === 'none') return null

  const button = (label: string, look: 'primary' | 'outline' = 'primary') => (
    <Button look={look} icon="key" disabled={!enabled} onClick={() => setOpen(true)}>
      {label}
    </Button>
  )
  return (
    <div className="mt-3">
      {signIn.kind === 'signed-in' ? (
        <section
          aria-label="Sign-in"
          className="flex flex-wrap items-center gap-2 rounded border border-line bg-desk p-3"
        >
          <div className="min-w-40 flex-1 wrap-anywhere">
            <p>Signed in {formatMoment(signIn.at, Date.now())}</p>
            <p className="text-small text-ink-faint">
              {signIn.until === null ? 'Renews itself.' : `Until ${formatMoment(signIn.until, Date.now())}.`}{' '}
              <Scope scope={signIn.scope} /> Tokens are stored encrypted.
            </p>
          </div>
          {button('Sign in again', 'outline')}
          <Button look="outline" disabled={signOut.isPending} onClick={() => signOut.mutate()}>
            Sign out
          </Button>
        </section>
      ) : (
        <div role="alert">
          <Notice
            tone={signIn.kind === 'refused' ? 'trouble' : 'quiet'}
            title={TITLES[signIn.kind]}
            actions={button(signIn.kind === 'needed' ? 'Sign in' : 'Sign in again')}
          >
            {reasonOf(signIn)}
          </Notice>
        </div>
      )}
      {signOut.isError && (
        <p role="alert" className="mt-2 text-red">
          Still signed in. {sentence(signOut.error.message)}
        </p>
      )}
      {open && <SignInDialog server={server} onClose={() => setOpen(false)} />}
    </div>
  )
}

type SignIn = ShownMcpServer['signIn']

const TITLES: Readonly<Record<Exclude<SignIn['kind'], 'none' | 'signed-in'>, string>> = {
  needed: 'This server asks you to sign in',
  expired: 'Your sign-in has expired',
  rights: 'This server asks for more rights',
  pending: 'A sign-in was started',
  refused: 'You are not signed in',
}

function reasonOf(signIn: SignIn): ReactNode {
  switch (signIn.kind) {
    case 'needed':
    case 'expired':
      return (
        <>
          Its tools can be used once you have signed in. <Scope scope={signIn.scope} />
        </>
      )
    case 'rights':
      return (
        <>
          A call needs rights that you did not give it. <Scope scope={signIn.scope} />
        </>
      )
    case 'pending':
      return 'Finish it on the sign-in page within 10 minutes, or start again.'
    case 'refused':
      return <Revealed text={sentence(signIn.because)} />
    case 'none':
    case 'signed-in':
      return null
  }
}

function Scope({ scope }: { scope: string | null }) {
  if (scope === null || scope === '') return null
  return (
    <>
      Rights:{' '}
      <span className="figures">
        <Revealed text={scope.split(' ').join(', ')} />
      </span>
      .
    </>
  )
}

/** Finds the sign-in page and shows where it is before the browser goes there: the address comes from the server. */
function SignInDialog({ server, onClose }: { server: ShownMcpServer; onClose: () => void }) {
  const { client } = useServices()
  const queries = useQueryClient()
  const { id, name, signIn } = server
  const [clientId, setClientId] = useState(signIn.client?.isGiven === true ? signIn.client.id : '')
  const [secret, setSecret] = useState('')
  const origin = `${window.location.origin}${basePath}`
  const start = useMutation({
    mutationFn: (given: { readonly id: string; readonly secret: string | null } | null) =>
      client.startMcpSignIn(id, { origin, client: given }),
    onSettled: () => refreshQueries(queries, ['mcp', 'server', id]),
  })

  function submitOwn(event: FormEvent): void {
    event.preventDefault()
    start.mutate({ id: clientId.trim(), secret: secret === '' ? null : secret })
  }

  return (
    <Dialog open onOpenChange={isOpen => !isOpen && onClose()} title={`Sign in to ${name}`}>
      {start.data === undefined ? (
        <p className="text-ink-soft">
          Stet looks for the sign-in page of this server and registers itself there. You see its address before you go.
        </p>
      ) : (
        <div role="status">
          <p>The sign-in page is at</p>
          <p className="figures mt-1 text-read font-medium wrap-anywhere">
            <Revealed text={new URL(start.data.address).host} />
          </p>
          <p className="mt-2 text-ink-soft">Continue only if you know this address. You come back here afterwards.</p>
        </div>
      )}
      {start.isError && (
        <p role="alert" className="mt-3 wrap-anywhere text-red">
          {sentence(start.error.message)}
        </p>
      )}
      <div className="mt-4">
        <Place name={`mcp/${id}/client`}>
          <Fold title="Use a client that you registered yourself" openAtFirst={start.isError || clientId !== ''}>
            <form onSubmit={submitOwn} className="space-y-3">
              <div>
                <p className="text-small text-ink-faint">Register this redirect address:</p>
                <p className="flex items-center gap-1">
                  <span className="figures text-small wrap-anywhere">{`${origin}/mcp/callback`}</span>
                  <CopyButton label="Copy the redirect address" text={() => `${origin}/mcp/callback`} />
                </p>
              </div>
              <TextField label="Client ID" mono value={clientId} onChange={setClientId} />
              <TextField
                label="Client secret (optional)"
                mono
                type="password"
                value={secret}
                onChange={setSecret}
                help="Stored encrypted and never shown again."
              />
              <Button look="outline" type="submit" disabled={clientId.trim() === '' || start.isPending}>
                Use this client
              </Button>
            </form>
          </Fold>
        </Place>
      </div>
      <div className="mt-5 flex justify-end gap-2">
        <Button look="outline" onClick={onClose}>
          Cancel
        </Button>
        {start.data === undefined ? (
          <Button look="primary" disabled={start.isPending} onClick={() => start.mutate(null)}>
            {start.isPending ? 'Looking…' : 'Find the sign-in page'}
          </Button>
        ) : (
          <Button look="primary" icon="open-out" onClick={() => window.location.assign(start.data.address)}>
            Continue
          </Button>
        )}
      </div>
    </Dialog>
  )
}
