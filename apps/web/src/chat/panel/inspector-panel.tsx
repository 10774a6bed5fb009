import type { ChatId, Message, MessageId, SettingGroup } from '@stet/api/client'
import { type ReactNode, Suspense } from 'react'
import type { Tried } from '../../inspector/tried-effect.tsx'
import type { InspectionOfChat } from '../../inspector/use-inspection.ts'
import { WantedSettingContext } from '../../settings/wanted-setting.ts'
import { lazyPart } from '../../ui/parts/lazy-part.tsx'
import type { Panel } from './use-panel.ts'

// Most chats are read without it: it is fetched when it is first opened.
const PanelFrame = lazyPart(async () => (await import('./panel-frame.tsx')).PanelFrame)
const PastRequestPanel = lazyPart(async () => (await import('../../requests/past-request-panel.tsx')).PastRequestPanel)
const RequestsPanel = lazyPart(async () => (await import('../../requests/requests-panel.tsx')).RequestsPanel)
const DifferencePanel = lazyPart(async () => (await import('../../requests/difference-panel.tsx')).DifferencePanel)
const NextRequestPanel = lazyPart(async () => (await import('../../requests/next-request-panel.tsx')).NextRequestPanel)
const Inspector = lazyPart(async () => (await import('../../inspector/inspector.tsx')).Inspector)

interface InspectorPanelProps {
  chatId: ChatId
  panel: Panel
  inspection: InspectionOfChat
  path: readonly Message[]
  /** The messages that can be on the screen: those of the path, or of a part far above them too. */
  loaded: readonly Message[]
  onShow: (messageId: MessageId) => void
  prompt: ReactNode
  tools: ReactNode
  messages: ReactNode
  again: (group: SettingGroup) => ReactNode
  effect: (tried: Tried) => ReactNode
}

export function InspectorPanel({
  chatId,
  panel,
  inspection,
  path,
  loaded,
  onShow,
  prompt,
  tools,
  messages,
  again,
  effect,
}: InspectorPanelProps) {
  if (!panel.wasOpened) return null
  function show(messageId: MessageId): void {
    if (!panel.isDesk) panel.close()
    onShow(messageId)
  }
  return (
    <Suspense>
      <PanelFrame id={panel.id} isDesk={panel.isDesk} open={panel.isOpen} onClose={panel.close}>
        {panel.exact ? (
          <NextRequestPanel
            chatId={chatId}
            question={inspection.question()}
            onBack={() => panel.open('request')}
            onClose={panel.close}
          />
        ) : panel.pair !== null ? (
          <DifferencePanel
            {...panel.pair}
            path={loaded}
            onShow={show}
            onOpen={panel.openRequest}
            onBack={panel.openRequests}
            onClose={panel.close}
          />
        ) : panel.listed ? (
          <RequestsPanel
            chatId={chatId}
            onOpen={panel.openRequest}
            onCompare={(from, to) => panel.openDifference({ from, to })}
            onBack={() => panel.open('request')}
            onClose={panel.close}
          />
        ) : panel.request === null ? (
          <WantedSettingContext value={panel.setting}>
            <Inspector
              inspection={inspection}
              path={path}
              loaded={loaded}
              tab={panel.tab}
              onTab={tab => panel.open(tab)}
              at={panel.at}
              onShow={show}
              prompt={prompt}
              tools={tools}
              messages={messages}
              again={again}
              effect={effect}
              onExact={panel.openExact}
              onClose={panel.close}
            />
          </WantedSettingContext>
        ) : (
          <PastRequestPanel
            requestId={panel.request}
            path={loaded}
            onShow={show}
            onOpen={panel.openRequest}
            onList={panel.openRequests}
            onBack={() => panel.open('request')}
            onClose={panel.close}
          />
        )}
      </PanelFrame>
    </Suspense>
  )
}
