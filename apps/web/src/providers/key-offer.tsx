import { useQuery } from '@tanstack/react-query'
import { presetsQuery } from '../models/providers-query.ts'
import { useServices } from '../state/services.ts'
import { Button, IconButton } from '../ui/controls/button.tsx'
import { ButtonLink } from '../ui/controls/button-link.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { ConnectedNotice } from './connected-notice.tsx'
import type { FoundKey } from './recognise-key.ts'
import { useConnectKey } from './use-connect-key.ts'

interface KeyOfferProps {
  found: FoundKey
  /** Puts it into the message after all. */
  onInsert: () => void
  onClose: () => void
}

/** In place of a pasted key: it is in no draft and no message until the user says so (V5). */
export function KeyOffer({ found, onInsert, onClose }: KeyOfferProps) {
  const { client } = useServices()
  const { data } = useQuery(presetsQuery(client))
  const { mutate, data: connected, isPending, error } = useConnectKey()
  const preset = data?.presets.find(({ id }) => id === found.preset) ?? null
  const close = <IconButton label="Dismiss" icon="close" onClick={onClose} />
  return (
    <div role="status" className="mb-2">
      {connected ? (
        <div className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <ConnectedNotice connected={connected} />
          </div>
          {close}
        </div>
      ) : (
        <Notice
          title={preset === null ? 'This looks like an API key' : `This looks like a key for ${preset.name}`}
          actions={
            <>
              {preset === null ? (
                <ButtonLink to="/providers" look="primary">
                  Choose its provider
                </ButtonLink>
              ) : (
                <Button look="primary" disabled={isPending} onClick={() => mutate({ preset, key: found.key })}>
                  {isPending ? 'Connecting…' : `Connect ${preset.name}`}
                </Button>
              )}
              <Button look="outline" disabled={isPending} onClick={onInsert}>
                Insert anyway
              </Button>
              {close}
            </>
          }
        >
          {error === null
            ? 'It was not put into your message: messages are saved and sent to the model.'
            : `Could not connect. ${error.message}`}
        </Notice>
      )}
    </div>
  )
}
