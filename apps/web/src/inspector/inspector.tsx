import type { Inspection, Message, MessageId, SettingGroup } from '@stet/api/client'
import { Fragment, type ReactNode } from 'react'
import { DraftBar } from '../settings/draft-bar.tsx'
import { AnswerSettingsView, ContextSettingsView } from '../settings/settings-view.tsx'
import { classNames } from '../ui/class-names.ts'
import { Button, IconButton } from '../ui/controls/button.tsx'
import { Tabs } from '../ui/controls/tabs.tsx'
import { shortcuts } from '../ui/keyboard/shortcuts.ts'
import { Notice } from '../ui/layout/notice.tsx'
import { ContextMeter } from '../usage/context-meter.tsx'
import { EntryList } from './entry-list.tsx'
import { ExactCount } from './exact-count.tsx'
import { ModelComparison } from './model-comparison.tsx'
import { moneyWords, paceOf, projectCost } from './project-cost.ts'
import {
  cacheLifeWords,
  cacheWords,
  cannotFitWords,
  changeWords,
  compactionWords,
  forgettingWords,
  totalsWords,
  windowWords,
} from './report-words.ts'
import type { Tried } from './tried-effect.tsx'
import type { InspectionOfChat } from './use-inspection.ts'

export type InspectorTab = 'request' | 'prompt' | 'settings' | 'answer' | 'tools' | 'messages'

interface InspectorProps {
  inspection: InspectionOfChat
  path: readonly Message[]
  /** The messages whose first words are known. */
  loaded: readonly Message[]
  tab: InspectorTab
  onTab: (tab: InspectorTab) => void
  /** The message one came for. */
  at: MessageId | null
  onShow: (messageId: MessageId) => void
  /** What the tabs of the system prompt, the tools and the messages show. */
  prompt: ReactNode
  tools: ReactNode
  messages: ReactNode
  /** Says where a group of settings differs from the workspace, and takes those again. */
  again: (group: SettingGroup) => ReactNode
  /** What other choices change in the next request. */
  effect: (tried: Tried) => ReactNode
  /** Opens the bytes of the next request. */
  onExact: () => void
  onClose: () => void
}

/** What the next request of this chat sends and why, and the settings that decide it. */
export function Inspector({
  inspection,
  path,
  loaded,
  tab,
  onTab,
  at,
  onShow,
  prompt,
  tools,
  messages,
  again,
  effect,
  onExact,
  onClose,
}: InspectorProps) {
  const { state, draft, answer, retry } = inspection
  const shown = state.whatIf ?? state.own
  return (
    <div className="flex h-full flex-col">
      <header className="flex min-h-14 shrink-0 items-center gap-2 pr-2 pl-4">
        <h2 className="font-medium">Next request</h2>
        <span className="flex-1" />
        <IconButton label="Close inspector" icon="close" keys={shortcuts.inspector.keys} onClick={onClose} />
      </header>
      {state.error && (
        <div role="alert" className="px-4 pb-3">
          <Notice
            tone="trouble"
            title="Could not load the next request"
            actions={
              <Button look="outline" icon="retry" onClick={retry}>
                Retry
              </Button>
            }
          >
            {state.error.message} {shown && 'The figures below may be out of date.'}
          </Notice>
        </div>
      )}
      {shown ? (
        <>
          <Overview shown={shown} isShort={tab !== 'request'} count={inspection.count} onExact={onExact} />
          <Tabs label="Inspector" tabs={tabs} tab={tab} onTab={onTab}>
            {tab === 'request' && (
              <EntryList
                label="Request"
                time="next"
                source={shown}
                path={loaded}
                at={at}
                onShow={onShow}
                want={inspection.want}
              />
            )}
            {tab === 'answer' && (
              <AnswerSettingsView draft={answer}>
                {answer.answering && <ModelComparison shown={shown} path={path} current={answer.answering.choice} />}
              </AnswerSettingsView>
            )}
            {tab === 'prompt' && prompt}
            {tab === 'tools' && tools}
            {tab === 'messages' && messages}
            {tab === 'settings' && (
              <ContextSettingsView
                draft={draft}
                window={shown.report.budget.maximumFrom === 'model' ? shown.report.budget.maximum : null}
                cache={shown.report.cache}
              />
            )}
            {groupsOf[tab].map(group => (
              <Fragment key={group}>{again(group)}</Fragment>
            ))}
          </Tabs>
        </>
      ) : (
        !state.error && <InspectorSkeleton />
      )}
      {draft.isChanged && (
        <DraftBar draft={draft} canSave={draft.changed !== null}>
          {effectWords(state.own, state.whatIf)} {effectInMoney(inspection, path)}
        </DraftBar>
      )}
      {answer.isChanged && (
        <DraftBar draft={answer} canSave={answer.errors.size === 0}>
          Applies from your next message. {answer.changed && effect({ answer: answer.changed })}
        </DraftBar>
      )}
    </div>
  )
}

/** The settings on a tab that may differ from the workspace: said below them, where it moves nothing that is being clicked. */
const groupsOf: Readonly<Record<InspectorTab, readonly SettingGroup[]>> = {
  request: [],
  prompt: ['systemPrompt'],
  tools: ['tools'],
  answer: ['model', 'answer'],
  settings: ['context'],
  messages: ['wording'],
}

interface OverviewProps {
  shown: Inspection
  isShort: boolean
  count: InspectionOfChat['count']
  onExact: () => void
}

function Overview({ shown, isShort, count, onExact }: OverviewProps) {
  return (
    <div className="shrink-0 px-4 pb-3">
      <ContextMeter budget={shown.report.budget} isShort={isShort} />
      {!shown.fits && (
        <Notice
          tone={shown.compaction.kind === 'planned' ? 'quiet' : 'trouble'}
          title={cannotFitWords(shown)}
          className="mt-3"
        >
          {shown.because}
        </Notice>
      )}
      {/* Beside settings its height stays: a line that wraps would move the control that was just used. */}
      <ul
        className={classNames(
          'mt-3 space-y-0.5 text-small text-ink-faint',
          isShort && 'min-h-[5.5rem] [&>li]:truncate',
        )}
      >
        <li>{totalsWords(shown)}</li>
        <li>{windowWords(shown)}</li>
        <li>{cacheWords(shown)}</li>
        {cacheLifeWords(shown) !== null && <li>{cacheLifeWords(shown)}</li>}
        {forgettingWords(shown) !== null && <li>{forgettingWords(shown)}</li>}
        <li>{compactionWords(shown)}</li>
      </ul>
      {!isShort && (
        <div className="mt-2 flex flex-wrap items-start gap-x-2">
          <Button look="outline" onClick={onExact}>
            Exact bytes
          </Button>
          <ExactCount key={shown.report.budget.used.total} shown={shown} count={count} />
        </div>
      )}
    </div>
  )
}

const tabs: readonly { tab: InspectorTab; label: string }[] = [
  { tab: 'request', label: 'Request' },
  { tab: 'prompt', label: 'Prompt' },
  { tab: 'settings', label: 'Settings' },
  { tab: 'answer', label: 'Answer' },
  { tab: 'tools', label: 'Tools' },
  { tab: 'messages', label: 'Messages' },
]

function effectWords(own: Inspection | null, whatIf: Inspection | null): string {
  if (own === null || !whatIf?.change) return 'Calculating…'
  return changeWords(whatIf.change, { own: own.compaction, other: whatIf.compaction })
}

/** What the changed settings save or cost, from the chat's own pace (X1). */
function effectInMoney({ state: { own, whatIf }, answer }: InspectionOfChat, path: readonly Message[]): string {
  if (own === null || whatIf === null) return ''
  const prices = answer.answering?.prices ?? null
  const pace = paceOf(path)
  return moneyWords(projectCost(own.report, prices, pace), projectCost(whatIf.report, prices, pace))
}

function InspectorSkeleton() {
  return (
    <>
      <div aria-hidden="true" className="appear-late space-y-3 px-4 pt-2">
        {[40, 100, 62, 70, 54].map(width => (
          <div key={width} className="h-3 rounded bg-wash" style={{ width: `${width}%` }} />
        ))}
      </div>
      <p role="status" className="sr-only">
        Loading the next request
      </p>
    </>
  )
}
