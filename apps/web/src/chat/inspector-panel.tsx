import type { Message, MessageId, SettingGroup } from '@stet/api/client'
import { lazy, type ReactNode, Suspense } from 'react'
import type { InspectionOfChat } from '../inspector/use-inspection.ts'
import type { Panel } from './use-panel.ts'

// Most chats are read without it: it is fetched when it is first opened.
const PanelFrame = lazy(async () => ({ default: (await import('./panel-frame.tsx')).PanelFrame }))
const PastRequestPanel = lazy(async () => ({
  default: (await import('../requests/past-request-panel.tsx')).PastRequestPanel,
}))
const Inspector = lazy(async () => ({ default: (await import('../inspector/inspector.tsx')).Inspector }))

interface InspectorPanelProps {
  panel: Panel
  inspection: InspectionOfChat
  path: readonly Message[]
  onShow: (messageId: MessageId) => void
  prompt: ReactNode
  tools: ReactNode
  messages: ReactNode
  again: (group: SettingGroup) => ReactNode
}

export function InspectorPanel({
  panel,
  inspection,
  path,
  onShow,
  prompt,
  tools,
  messages,
  again,
}: InspectorPanelProps) {
  if (!panel.wasOpened) return null
  function show(messageId: MessageId): void {
    if (!panel.isDesk) panel.close()
    onShow(messageId)
  }
  return (
    <Suspense>
      <PanelFrame id={panel.id} isDesk={panel.isDesk} open={panel.isOpen} onClose={panel.close}>
        {panel.request === null ? (
          <Inspector
            inspection={inspection}
            path={path}
            tab={panel.tab}
            onTab={tab => panel.open(tab)}
            at={panel.at}
            onShow={show}
            prompt={prompt}
            tools={tools}
            messages={messages}
            again={again}
            onClose={panel.close}
          />
        ) : (
          <PastRequestPanel
            requestId={panel.request}
            path={path}
            onShow={show}
            onOpen={panel.openRequest}
            onBack={() => panel.open('request')}
            onClose={panel.close}
          />
        )}
      </PanelFrame>
    </Suspense>
  )
}
