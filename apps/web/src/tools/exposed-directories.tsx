import type { Chat, ToolChoice, ToolFacts } from '@stet/api/client'
import { useState } from 'react'
import { sentence } from '../formats/sentence.ts'
import { useServices } from '../state/services.ts'
import { useAttempt } from '../state/use-attempt.ts'
import { Button, IconButton } from '../ui/controls/button.tsx'
import { HelpLink } from '../ui/controls/help-link.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { Revealed } from '../ui/text/revealed.tsx'
import { directoryTools, reachesNone, setUpCodingAgent } from './coding-agent.ts'
import { DirectoryPicker } from './directory-picker.tsx'
import { withChoice } from './tool-choice.ts'
import type { ToolChoices } from './use-tool-choices.ts'

interface ExposedDirectoriesProps {
  chat: Chat
  tools: readonly ToolFacts[]
  choices: ToolChoices
}

/** The directories that the tools of a chat reach, above the tools themselves (T7). */
export function ExposedDirectories({ chat, tools, choices: { choices, change } }: ExposedDirectoriesProps) {
  const { client, announcer, newKey } = useServices()
  const { trouble, attempt, dismiss } = useAttempt()
  const [picking, setPicking] = useState(false)
  const reaching = directoryTools(tools)
  if (reaching.length === 0 && chat.roots.length === 0) return null
  const isUnused = chat.roots.length > 0 && reachesNone(choices, tools)

  async function setUp(): Promise<void> {
    const done = await attempt('Could not set up the agent', setUpCodingAgent(client, chat.id, newKey))
    if (done) announcer.say('The coding agent is set up.')
  }

  async function hide(path: string): Promise<void> {
    const done = await attempt('Could not hide the directory', client.unexpose(chat.id, { path, key: newKey() }))
    if (done) announcer.say(`${path} is hidden.`)
  }

  return (
    <section aria-label="Directories" className="border-b border-line pt-3 pb-3">
      <div className="flex items-center gap-2">
        <h3 className="min-w-0 flex-1 font-medium">Directories</h3>
        <Button look="outline" icon="plus" onClick={() => setPicking(true)}>
          Expose…
        </Button>
      </div>
      <p className="mt-1 text-small text-ink-faint">
        {chat.roots.length === 0 ? 'Tools reach no directory of this computer.' : 'Tools reach only these.'}{' '}
        <HelpLink of="directories" to="directories" />
      </p>
      {chat.roots.length > 0 && (
        <ul className="mt-1">
          {chat.roots.map(root => (
            <li key={root} className="flex min-h-9 items-center gap-2">
              <span className="text-ink-faint">
                <Icon name="folder" size={14} />
              </span>
              <bdi className="min-w-0 flex-1 font-mono text-[0.8125rem] wrap-anywhere">
                <Revealed text={root} />
              </bdi>
              <IconButton label={`Hide ${root}`} icon="close" onClick={() => void hide(root)} />
            </li>
          ))}
        </ul>
      )}
      {isUnused && (
        <Notice
          title="No tool of this chat reaches them."
          className="mt-2"
          actions={
            <>
              <Button look="outline" onClick={() => void setUp()}>
                Set up a coding agent
              </Button>
              <Button onClick={() => change(all => reaching.map(asChoice).reduce(withChoice, all))}>
                Turn on {reaching.length} tools
              </Button>
            </>
          }
        >
          An agent also gets the shell, a to-do list and, where there is none, a system prompt. Edits and commands ask
          you first.
        </Notice>
      )}
      {trouble !== null && (
        <div role="alert" className="mt-2">
          <Notice tone="trouble" title={trouble.what} actions={<Button onClick={dismiss}>Dismiss</Button>}>
            {sentence(trouble.because)}
          </Notice>
        </div>
      )}
      {picking && (
        <DirectoryPicker
          roots={chat.roots}
          expose={path => client.expose(chat.id, { path, key: newKey() })}
          onClose={() => setPicking(false)}
        />
      )}
    </section>
  )
}

function asChoice({ name }: ToolFacts): ToolChoice {
  return { name, policy: null, options: {} }
}
