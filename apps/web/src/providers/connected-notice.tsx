import { ButtonLink } from '../ui/controls/button-link.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import type { Connected } from './use-connect-key.ts'

/** What happened with a pasted key. */
export function ConnectedNotice({ connected: { provider, model, trouble } }: { connected: Connected }) {
  const link = (
    <ButtonLink to="/providers/$providerId" params={{ providerId: provider.id }}>
      Open provider
    </ButtonLink>
  )
  if (trouble !== null) {
    return (
      <Notice tone="trouble" title={`${provider.name} was added, but its models could not be loaded`} actions={link}>
        {trouble}
      </Notice>
    )
  }
  return (
    <Notice title={`${provider.name} is connected`} actions={link}>
      {model === null ? 'Choose one of its models below.' : `New chats use ${model}. You can choose another below.`}
    </Notice>
  )
}
