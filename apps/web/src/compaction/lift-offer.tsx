import type { ChatView, MessageId } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatTokens } from '../formats/format-tokens.ts'
import { useAnswering } from '../models/chat-model.tsx'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { readCheckpoints } from './checkpoints.ts'

interface LiftOfferProps {
  view: ChatView
  lift: (checkpointIds: readonly MessageId[]) => void
}

/** After a model with a larger window was chosen: what a summary replaces may fit again (X2). */
export function LiftOffer({ view, lift }: LiftOfferProps) {
  const { chat, path, earlier } = view
  const facts = useAnswering(chat)?.facts ?? null
  const window = facts?.contextWindow ?? null
  const before = useRef<number | null>(null)
  const [isLarger, setLarger] = useState(false)
  useEffect(() => {
    if (window === null) return
    const last = before.current
    before.current = window
    if (last !== null && last !== window) setLarger(window > last)
  }, [window])
  const { stateOf } = readCheckpoints({ path, earlier, lifts: chat.lifts })
  const holding = path.findLast(({ id, role }) => role === 'summary' && stateOf(id) === 'holds')
  if (!isLarger || holding === undefined || facts === null || window === null) return null
  // Earlier versions of it would be in force in its place.
  const versions = path.filter(
    ({ id, role, parentId }) =>
      role === 'summary' && parentId === holding.parentId && ['holds', 'replaced'].includes(stateOf(id)),
  )
  return (
    <Offer
      chatId={chat.id}
      versions={versions.map(({ id }) => id)}
      model={facts.name}
      window={window}
      lift={lift}
      onDismiss={() => setLarger(false)}
    />
  )
}

interface OfferProps extends Pick<LiftOfferProps, 'lift'> {
  chatId: ChatView['chat']['id']
  versions: readonly MessageId[]
  model: string
  window: number
  onDismiss: () => void
}

function Offer({ chatId, versions, model, window, lift, onDismiss }: OfferProps) {
  const { client } = useServices()
  const { data } = useQuery({
    queryKey: ['without-summary', chatId, versions, model],
    queryFn: () => client.inspect(chatId, { context: null, text: '', tried: { lift: versions } }),
  })
  const tokens = data?.change?.tokens
  if (data === undefined || tokens === undefined || !data.fits || data.compaction.kind === 'planned') return null
  return (
    <div role="status" className="mx-auto w-full max-w-(--column) px-3 pb-2 sm:px-6">
      <Notice
        title={`${model} has room for the summarised messages`}
        actions={
          <>
            <Button
              look="outline"
              icon="undo"
              onClick={() => {
                onDismiss()
                lift(versions)
              }}
            >
              Lift the summary
            </Button>
            <Button onClick={onDismiss}>Keep it</Button>
          </>
        }
      >
        {`Its window is ${formatTokens(window)}. Without the summary the next request has ${formatTokens(tokens.after)} tokens, with it ${formatTokens(tokens.before)}.`}
      </Notice>
    </div>
  )
}
