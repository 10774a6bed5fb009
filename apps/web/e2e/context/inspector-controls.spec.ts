import type { Locator } from '@playwright/test'
import {
  answerSettings,
  type ContextSettings,
  contextSettings,
  isAside,
  listSettings,
  type Message,
  type MessageId,
  type Report,
} from '@stet/api/client'
import { assemble, createTokenCounts } from '@stet/context'
import {
  clientOf,
  effect,
  inspector,
  openChat,
  openSettings,
  reportOf,
  seededTest,
  sentence,
  toolWork,
} from '../setup/inspector-page.ts'
import type { Line } from '../setup/seed-chat.ts'
import { composer, expect, test } from '../setup/stet.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** Turns of about 430 tokens, to be summarised. */
const talk: readonly Line[] = Array.from({ length: 6 }, (_, turn): Line[] => [
  { said: `Question ${turn}. ${sentence.repeat(10)}` },
  { answered: `Answer ${turn}. ${sentence.repeat(10)}` },
]).flat()

const controls: readonly {
  id: string
  name: string
  /** What the chat holds, and how it is set before. */
  lines: readonly Line[]
  set?: Partial<ContextSettings>
  change: (panel: Locator) => Promise<void>
  /** The line beside the unsaved changes. */
  effect: string | RegExp
  /** What entries of the report then say, and how many do; all that precedes the first that fits is one. */
  says: string | RegExp
  entries: number
}[] = [
  {
    id: 'C3',
    name: 'tool memory',
    lines: toolWork,
    change: panel => panel.getByRole('radio', { name: 'Forget immediately' }).check(),
    effect: /Saves [\d.]+k tokens/,
    says: 'Forgotten',
    entries: 2,
  },
  {
    id: 'C3',
    name: 'tool memory after some turns',
    lines: toolWork,
    change: async panel => {
      await panel.getByRole('radio', { name: 'Forget after N turns' }).check()
      await panel.getByRole('textbox', { name: 'Turns until' }).fill('1')
    },
    effect: /Saves [\d.]+k tokens/,
    says: 'kept for 1 turn',
    entries: 2,
  },
  {
    id: 'C4',
    name: 'earlier tool work',
    lines: toolWork,
    change: panel => panel.getByRole('radio', { name: 'Send text only' }).check(),
    effect: /Saves [\d.]+k tokens/,
    says: 'until your next message',
    entries: 2,
  },
  {
    id: 'C5',
    name: 'the longest result',
    lines: toolWork,
    change: panel => panel.getByRole('textbox', { name: 'Result limit' }).fill('500'),
    effect: /Saves [\d.]+k tokens/,
    says: 'Shortened',
    entries: 1,
  },
  {
    id: 'C5',
    name: 'the longest step',
    lines: toolWork,
    change: panel => panel.getByRole('textbox', { name: 'Step limit' }).fill('2000'),
    effect: /Saves [\d.]+k tokens/,
    says: 'Shortened',
    entries: 1,
  },
  {
    id: 'C6',
    name: 'no reasoning',
    lines: toolWork,
    change: panel => panel.getByRole('radio', { name: 'None' }).check(),
    effect: /Saves \d+ tokens/,
    says: 'Reasoning before your last message is left out',
    entries: 3,
  },
  {
    id: 'C6',
    name: 'reasoning of the last cycles',
    lines: toolWork,
    change: async panel => {
      await panel.getByRole('radio', { name: 'Since your last N messages' }).check()
      await panel.getByRole('textbox', { name: 'since which reasoning' }).fill('2')
    },
    effect: /Saves \d+ tokens/,
    says: 'Reasoning before your last 2 messages is left out',
    entries: 2,
  },
  {
    id: 'C9',
    name: 'the largest request',
    lines: toolWork,
    change: panel => panel.getByRole('textbox', { name: 'Largest request' }).fill('1500'),
    effect: /Saves [\d.]+k tokens/,
    says: 'Too long',
    entries: 3,
  },
  {
    id: 'C9',
    name: 'what is kept for the answer',
    lines: toolWork,
    change: panel => panel.getByRole('textbox', { name: 'Reserved for the answer' }).fill('31000'),
    effect: /Saves [\d.]+k tokens/,
    says: 'Too long',
    entries: 3,
  },
  {
    id: 'C9',
    name: 'how many recent messages are kept',
    lines: talk,
    set: { maxPromptTokens: 2300 },
    change: panel => panel.getByRole('textbox', { name: 'Recent messages to keep' }).fill('4'),
    effect: '9 messages would be summarised first, instead of 7',
    says: /Will be summarised first.*older than the recent messages that are kept/,
    entries: 8,
  },
  {
    id: 'C9',
    name: 'how few recent messages are kept',
    lines: talk,
    set: { maxPromptTokens: 1300 },
    change: panel => panel.getByRole('textbox', { name: 'Minimum to keep' }).fill('5'),
    effect: /11 messages would be summarised first, instead of \d+/,
    says: /Will be summarised first.*only the last are kept/,
    entries: 4,
  },
  {
    id: 'C12',
    name: 'automatic compaction',
    lines: talk,
    set: {
      maxPromptTokens: 2300,
      compaction: { automatic: false, startAt: 1, wait: false, model: null, length: null, facts: 1500 },
    },
    change: panel => panel.getByRole('switch', { name: 'Automatic compaction' }).check(),
    effect: '7 messages would be summarised first',
    says: 'Will be summarised first',
    entries: 6,
  },
  {
    id: 'C12',
    name: 'where compaction starts',
    lines: talk,
    set: { maxPromptTokens: 4000 },
    change: panel => panel.getByRole('textbox', { name: 'Start compaction at' }).fill('50'),
    effect: '7 messages would be summarised first',
    says: /Will be sent.*Will be summarised first/,
    entries: 7,
  },
]

for (const control of controls) {
  test.describe(`in a chat for ${control.name}`, () => {
    seededTest.use({ seed: { lines: control.lines }, viewport: { width: 1440, height: 1600 } })

    seededTest(
      `[C17] [${control.id}] ${control.name} changes the report before anything is saved`,
      async ({ page, server, chatId }) => {
        const client = clientOf(server.address)
        const { chat } = await client.chat(chatId)
        const context = { ...chat.settings.context, ...control.set }
        await client.changeContext(chatId, { context })
        await openChat(page, chatId)
        await composer(page).fill('And then?')
        await page.getByRole('button', { name: 'Inspector', exact: true }).click()
        const panel = inspector(page)
        const report = await reportOf(panel)
        await expect(report.getByRole('listitem').last()).toContainText('Your next message')
        const before = await report.textContent()
        await expect(report.getByRole('listitem').filter({ hasText: control.says })).not.toHaveCount(control.entries)
        await panel.getByRole('tab', { name: 'Settings' }).click()
        await control.change(panel)
        await expect(effect(page)).toContainText(control.effect)
        await reportOf(panel)
        await expect(report.getByRole('listitem').filter({ hasText: control.says })).toHaveCount(control.entries)
        expect((await client.chat(chatId)).chat.settings.context).toEqual(context)
        await panel.getByRole('button', { name: 'Revert' }).click()
        await expect(effect(page)).toHaveCount(0)
        await expect.poll(() => report.textContent()).toBe(before)
      },
    )
  })
}

test.describe('a chat that is too large', () => {
  seededTest.use({ seed: { lines: talk }, viewport: { width: 1440, height: 1600 } })

  seededTest(
    '[C10] [C12] the report says what compaction would do first, by an estimate, and that nothing does so yet',
    async ({ page, server, chatId }) => {
      const client = clientOf(server.address)
      const { chat } = await client.chat(chatId)
      await client.changeContext(chatId, { context: { ...chat.settings.context, maxPromptTokens: 2300 } })
      await openChat(page, chatId)
      await page.getByRole('button', { name: 'Inspector', exact: true }).click()
      const panel = inspector(page)
      await expect(panel).toContainText('Too long to send as is. Older messages will be summarised first.')
      await expect(panel).toContainText(/Will summarise 7 messages first: 2\.\dk → about 1\.\dk tokens\./)
      const report = await reportOf(panel)
      await expect(report).toContainText('Everything before the last 6 messages is summarised.')
      await panel.getByRole('tab', { name: 'Settings' }).click()
      await panel.getByRole('switch', { name: 'Automatic compaction' }).uncheck()
      await expect(effect(page)).toContainText('Nothing would be summarised')
      await expect(panel).toContainText('Automatic summaries are off: a request that is too long is not sent.')
      await expect(panel).toContainText('Too long to send.')
      await reportOf(panel)
      await expect(report).not.toContainText('Will be summarised first')
    },
  )
})

const said: readonly { id: string; name: string; change: (panel: Locator) => Promise<void>; says: string }[] = [
  {
    id: 'C9',
    name: 'the largest request',
    change: panel => panel.getByRole('textbox', { name: 'Largest request' }).fill('9000'),
    says: 'Your limit of 9,000 tokens, less 512 for the answer.',
  },
  {
    id: 'C9',
    name: 'what is kept for the answer',
    change: panel => panel.getByRole('textbox', { name: 'Reserved for the answer' }).fill('8000'),
    says: 'Window of 32,000 tokens, less 8,000 for the answer.',
  },
  {
    id: 'C9',
    name: 'how many recent messages are kept',
    change: panel => panel.getByRole('textbox', { name: 'Recent messages to keep' }).fill('9'),
    says: 'keeping the last 2 to 9.',
  },
  {
    id: 'C9',
    name: 'how few recent messages are kept',
    change: panel => panel.getByRole('textbox', { name: 'Minimum to keep' }).fill('4'),
    says: 'keeping the last 4 to 6.',
  },
  {
    id: 'C12',
    name: 'automatic compaction',
    change: panel => panel.getByRole('switch', { name: 'Automatic compaction' }).uncheck(),
    says: 'Automatic summaries are off: a request that is too long is not sent.',
  },
  {
    id: 'C12',
    name: 'where compaction starts',
    change: panel => panel.getByRole('textbox', { name: 'Start compaction at' }).fill('50'),
    says: 'Summarises older messages above 15.7k tokens',
  },
]

for (const { id, name, change, says } of said) {
  seededTest(`[C17] [${id}] ${name} shows its effect before anything is saved, and after`, async ({ page, chatId }) => {
    await openChat(page, chatId)
    const panel = await openSettings(page)
    await expect(panel).not.toContainText(says)
    await change(panel)
    await expect(panel).toContainText(says)
    await panel.getByRole('button', { name: 'Save' }).click()
    await expect(effect(page)).toHaveCount(0)
    await page.reload()
    await openSettings(page)
    await expect(panel).toContainText(says)
  })
}

seededTest(
  '[C14] what is cached shows where the model takes marks, in the report and in the margin',
  async ({ page, server, chatId }) => {
    const { path } = await clientOf(server.address).chat(chatId)
    // The demo caches nothing: what the same engine says of a model that takes marks replaces its report.
    await page.route('**/inspection', async route => {
      const asked = route.request().postDataJSON()
      const inspection = await (await route.fetch()).json()
      const settings = asked.context ?? inspection.context
      await route.fulfill({ json: { ...inspection, report: markedReport(path, inspection.nextMessageId, settings) } })
    })
    await openChat(page, chatId)
    const panel = await openSettings(page)
    await expect(panel).toContainText('Nothing will be cached.')
    await panel.getByRole('radio', { name: 'System prompt' }).check()
    await expect(panel).toContainText('The first 3 tokens can be cached.')
    await panel.getByRole('radio', { name: 'Most of the chat' }).check()
    await expect(panel).toContainText(/The first [\d.]+k tokens can be cached\./)
    const report = await reportOf(panel)
    await expect(report.getByRole('listitem').filter({ hasText: 'Read both notes.' })).toContainText(
      'In the provider’s cache',
    )
    await panel.getByRole('button', { name: 'Save' }).click()
    await expect(page.locator('[data-margin="double"]').first()).toHaveAccessibleName(/In the provider’s cache/)
  },
)

seededTest(
  '[C24] a request that is too short for the provider’s cache says so in the inspector and beside the composer',
  async ({ page, server, chatId }) => {
    const { path } = await clientOf(server.address).chat(chatId)
    await page.route('**/inspection', async route => {
      const inspection = await (await route.fetch()).json()
      const settings = { ...inspection.context, cache: 'cached' }
      const report = markedReport(path, inspection.nextMessageId, settings, 4_000_000)
      await route.fulfill({ json: { ...inspection, report } })
    })
    await openChat(page, chatId)
    await expect(page.getByRole('button', { name: /^Context: .* Cache mode: too short to cache\./ })).toBeVisible()
    const panel = await openSettings(page)
    await expect(panel).toContainText('Too short to be cached: this model caches from 4,000,000 tokens on.')
    await expect(page.locator('[data-margin="double"]')).toHaveCount(0)
  },
)

function markedReport(
  path: readonly Message[],
  id: MessageId,
  settings: ContextSettings,
  leastCached?: number,
): Report {
  const parentId = path.findLast(message => !isAside(message))?.id ?? null
  const stored = { chatId: path[0]?.chatId ?? 'chat_', parentId, order: Number.MAX_SAFE_INTEGER, at: 0 } as const
  const next: Message = { ...stored, id, copiedFrom: null, role: 'user', parts: [{ kind: 'text', text: '' }] }
  const { report } = assemble({
    path: [...path, next],
    lifts: [],
    marks: [],
    settings,
    model: {
      definition: 'demo',
      protocol: 'demo',
      model: 'demo',
      name: 'Demo',
      contextWindow: 32_000,
      outputLimit: null,
      takes: { images: true, files: true, tools: true },
      reasoning: 'none',
      caching: 'marks',
      ...(leastCached !== undefined && { leastCached }),
    },
    system: 'Be brief.',
    documents: [],
    tools: [],
    tokens: createTokenCounts(),
    previous: null,
    cache: { state: 'unknown' },
    outputLimit: null,
    freezeMarks: false,
  })
  return report
}

seededTest(
  '[C14] with a model that caches nothing the choice is kept and said to have no effect',
  async ({ page, chatId }) => {
    await openChat(page, chatId)
    const panel = await openSettings(page)
    await panel.getByRole('radio', { name: 'System prompt' }).check()
    await expect(effect(page)).toContainText('No change to the next request')
    await expect(panel).toContainText('This model does not cache. The choice is kept for one that does.')
  },
)

seededTest('[C17] [P5] every declared setting has a control with its label and help', async ({ page, chatId }) => {
  await openChat(page, chatId)
  const panel = await openSettings(page)
  for (const [tab, declared] of [
    ['Settings', contextSettings],
    ['Answer', answerSettings],
  ] as const) {
    await panel.getByRole('tab', { name: tab }).click()
    for (const { setting } of listSettings(declared)) {
      const control = panel
        .getByLabel(setting.label, { exact: true })
        .or(panel.getByRole('group', { name: setting.label }))
      await expect(control).toHaveAccessibleDescription(new RegExp(`^${RegExp.escape(setting.help)}`, 'u'))
    }
  }
})

seededTest(
  '[C17] a value out of its range is refused by name and range, beside its field',
  async ({ page, chatId }) => {
    await openChat(page, chatId)
    const panel = await openSettings(page)
    const field = panel.getByRole('textbox', { name: 'Result limit' })
    await field.fill('5')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription('Result limit must be a whole number from 200 to 10,000,000.')
    await expect(panel.getByRole('button', { name: 'Save' })).toBeDisabled()
    await field.fill('30000')
    await expect(effect(page)).toHaveCount(0)
  },
)
