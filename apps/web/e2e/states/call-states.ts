import { mkdtemp, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientOf } from '../setup/inspector-page.ts'
import { answers, send } from '../setup/stet.ts'
import { type AskedCall, callsInTurn, callsTools, offers, openToolChat, todo } from '../setup/tool-upstream.ts'
import { addEverything } from './page-states.ts'
import type { Show, Stage } from './stage.ts'

const WALL = 'const wall = "granite"\n\nexport const height = (tide) => tide + 2\n'

/** Calls of tools: what the user decides about, and what came of them. */
export const callStates: Readonly<Record<string, Show>> = {
  'approve-to-dos': stage => waiting(stage, todo),
  'approve-command': stage =>
    waiting(
      stage,
      call('run_shell_command', { command: 'find . -name "*.mjs" -newer wall.mjs | xargs wc -l | sort -n' }),
    ),
  'approve-edit': stage =>
    waiting(stage, call('edit_file', { path: 'wall.mjs', old_str: '"granite"', new_str: '"slate"' })),
  'approve-new-file': stage =>
    waiting(stage, call('write_file', { path: 'tide.md', content: '# Tides\n\nHigh at noon.\n' })),
  'approve-page': stage =>
    waiting(stage, call('web_fetch', { url: 'https://harbour.example/walls/of/the/north?page=1&sort=height' })),
  'approve-program': stage => waiting(stage, call('javascript', { code: WALL })),
  'approve-several': stage =>
    waiting(
      stage,
      todo,
      call('run_shell_command', { command: 'ls' }),
      call('minion', { message: 'Count the stones.' }),
    ),
  'question-of-a-server': async stage => {
    stage.upstream.reply(callsTools({ calls: [{ tool: 'trigger-elicitation-request', input: '{}' }] }))
    await addEverything(stage.address)
    await openToolChat(stage.page, { ...stage, tools: [offers('auto', 'trigger-elicitation-request')] })
    await send(stage.page, 'Ask me')
    await stage.page.getByRole('form', { name: 'Question from Everything' }).waitFor()
  },
  'denied-call': async stage => {
    await waiting(stage, todo)
    const card = stage.page.getByRole('region', { name: /needs approval/ })
    await card.getByRole('button', { name: 'Deny' }).click()
    await card.getByRole('textbox').waitFor()
  },
  steps: async stage => {
    const failing = call('read_file', { path: '/nowhere' })
    stage.upstream.reply(callsInTurn([todo, call('javascript', { code: 'return 6 * 7' }), failing]))
    const tools = ['write_todo', 'javascript', 'read_file'].map(name => offers('auto', name))
    await openToolChat(stage.page, { ...stage, tools })
    await send(stage.page, 'Plan the wall')
    await answers(stage.page).getByText('Everything was tried.').waitFor()
    await stage.page.getByRole('article', { name: 'Steps' }).getByRole('button').first().click()
    await stage.page.getByRole('article', { name: 'Tool results' }).first().waitFor()
  },
}

function call(tool: string, input: object): AskedCall {
  return { tool, input: JSON.stringify(input) }
}

/** A chat that reaches a directory, with calls that wait for the user. */
async function waiting(stage: Stage, ...calls: readonly AskedCall[]): Promise<void> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'stet-exposed-')))
  await writeFile(join(directory, 'wall.mjs'), WALL)
  stage.upstream.reply(callsTools({ calls }))
  const tools = calls.map(({ tool }) => offers('confirm', tool))
  const chatId = await openToolChat(stage.page, { ...stage, tools })
  await clientOf(stage.address).expose(chatId, { path: directory })
  await send(stage.page, 'Plan the wall')
  await stage.page
    .getByRole('region', { name: /needs approval/ })
    .nth(calls.length - 1)
    .waitFor()
}
