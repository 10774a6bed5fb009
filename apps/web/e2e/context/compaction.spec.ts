import type { Page } from '@playwright/test'
import type { ChatId, ContextSettings } from '@stet/api/client'
import type { WireServer } from '@stet/models/testing'
import { clientOf, inspector, sentence } from '../setup/inspector-page.ts'
import { type Said, says } from '../setup/priced-upstream.ts'
import { answerEnded, answers, ask, composer, expect, send, startChat } from '../setup/stet.ts'
import { closedGate } from '../setup/tool-upstream.ts'
import { addProvider, json, wireTest } from '../setup/upstream.ts'

// High enough that all that is said is in the document, and can be counted.
wireTest.use({ viewport: { width: 1440, height: 2600 } })

const SUMMARY = 'The tide comes in twice a day. The wall must stand the higher one.'
const used = { prompt_tokens: 900, completion_tokens: 40 }

interface Scripted {
  summary: () => Said | ReturnType<typeof json>
}

/** A chat of some turns with a scripted provider. */
async function openTalk(page: Page, address: string, upstream: WireServer, { turns = 3 } = {}) {
  const script: Scripted = { summary: () => ({ text: SUMMARY, usage: used }) }
  upstream.reply(
    says(asked => {
      if (asked === 'summary') return script.summary()
      return { text: asked === 'title' ? 'Tides' : sentence.repeat(3), usage: used }
    }),
  )
  await addProvider(address, upstream)
  const url = await startChat(page, 'How high is the tide?')
  await answerEnded(page)
  for (let turn = 1; turn < turns; turn += 1) await ask(page, `And on day ${turn}? ${sentence}`)
  return { script, chatId: `chat_${url.split('chat_')[1]}` as ChatId }
}

async function fromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
}

async function setContext(address: string, chatId: ChatId, change: Partial<ContextSettings>): Promise<void> {
  const client = clientOf(address)
  const { chat } = await client.chat(chatId)
  await client.changeContext(chatId, { context: { ...chat.settings.context, ...change } })
}

function checkpoint(page: Page) {
  return page.getByRole('article', { name: 'Conversation summary' })
}

wireTest(
  '[C12] [C10] [V3] a conversation is summarised from its menu, as it happens, and the checkpoint reads as one',
  async ({ page, server, upstream }) => {
    const { script } = await openTalk(page, server.address, upstream)
    const gate = closedGate()
    script.summary = () => ({ text: SUMMARY, usage: used, gate })
    const meter = page.getByRole('button', { name: /^Context: / })
    const before = (await meter.textContent()) ?? ''
    await fromMenu(page, 'Summarise conversation')
    const working = page.getByRole('region', { name: 'Summarising' })
    await expect(working.getByRole('status')).toHaveText(/^Summarising 6 messages…$/)
    await expect(working.getByRole('button', { name: 'Stop' })).toBeVisible()
    gate.open()
    await expect(working).toHaveCount(0)
    const made = checkpoint(page)
    await expect(made.getByRole('heading', { name: 'Conversation Summary (Checkpoint)' })).toBeVisible()
    await expect(made).toContainText('Replaces the 6 messages above in future requests.')
    await expect(made).toContainText('900 → 40 tokens')
    await expect(made).not.toContainText(SUMMARY)
    await made.getByRole('button', { name: 'Show summary' }).click()
    await expect(made).toContainText(SUMMARY)
    await expect(page.getByRole('button', { name: /^This chat: context 40 of/ })).toBeVisible()
    await expect(meter).not.toHaveText(before)

    await ask(page, 'Which of the two?')
    const sent = upstream.requests.at(-1)?.body ?? ''
    expect(sent).toContain('Previous Conversation Summary:')
    expect(sent).not.toContain('How high is the tide?')
  },
)

wireTest(
  '[H6] [X2] a summary is lifted and holds again, and what is above is sent accordingly',
  async ({ page, server, upstream }) => {
    await openTalk(page, server.address, upstream)
    await fromMenu(page, 'Summarise conversation')
    const made = checkpoint(page)
    await made.getByRole('button', { name: 'Lift', exact: true }).click()
    await expect(made).toContainText('Lifted on this branch: the messages above are sent in full again')
    await made.getByRole('button', { name: 'Turn automatic summaries on' }).click()
    await expect(made.getByRole('button', { name: 'Turn automatic summaries on' })).toHaveCount(0)
    await ask(page, 'Which of the two?')
    expect(upstream.requests.at(-1)?.body).toContain('How high is the tide?')
    await made.getByRole('button', { name: 'Restore' }).click()
    await expect(made).toContainText('Replaces the 6 messages above')
  },
)

wireTest(
  '[C11] a summary by hand that fails says why, changes nothing, and can be tried again',
  async ({ page, server, upstream }) => {
    const { script } = await openTalk(page, server.address, upstream)
    script.summary = () => ({ text: '', usage: used })
    await fromMenu(page, 'Summarise conversation')
    const failed = page.getByRole('alert').filter({ hasText: 'Could not summarise the conversation' })
    await expect(failed).toContainText('The summary is empty.')
    await expect(failed).toContainText('Your messages are unchanged')
    await expect(checkpoint(page)).toHaveCount(0)
    await page.reload()
    await expect(failed).toBeVisible()
    script.summary = () => ({ text: SUMMARY, usage: used })
    await failed.getByRole('button', { name: 'Try again' }).click()
    await expect(checkpoint(page)).toHaveCount(1)
    await expect(failed).toHaveCount(0)

    script.summary = () => ({ text: '', usage: used })
    await ask(page, 'Which of the two?')
    await fromMenu(page, 'Summarise conversation')
    await failed.getByRole('button', { name: 'Dismiss' }).click()
    await expect(failed).toHaveCount(0)
  },
)

wireTest(
  '[C10] a summary that is being written can be stopped, and leaves nothing behind',
  async ({ page, server, upstream }) => {
    const { script } = await openTalk(page, server.address, upstream)
    script.summary = () => ({ text: SUMMARY, usage: used, gate: closedGate() })
    await fromMenu(page, 'Summarise conversation')
    const working = page.getByRole('region', { name: 'Summarising' })
    await working.getByRole('button', { name: 'Stop' }).click()
    await expect(working).toHaveCount(0)
    await expect(checkpoint(page)).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
  },
)

wireTest(
  '[C10] [C12] a chat that outgrows its window is summarised by itself before the next answer',
  async ({ page, server, upstream }) => {
    const { script, chatId } = await openTalk(page, server.address, upstream, { turns: 5 })
    const gate = closedGate()
    script.summary = () => ({ text: SUMMARY, usage: used, gate })
    await setContext(server.address, chatId, {
      maxPromptTokens: 400,
      reservedResponseTokens: 100,
      recentMessagesToKeep: 2,
      minRecentMessagesToKeep: 2,
    })
    await send(page, 'Which of the two?')
    await expect(page.getByRole('region', { name: 'Summarising' })).toContainText(/Summarising \d+ messages/)
    gate.open()
    await expect(checkpoint(page)).toHaveCount(1)
    await expect(answers(page)).toHaveCount(6)
    await answerEnded(page)
  },
)

wireTest(
  '[C11] where no summary could be had, the truncation says so and is summarised again',
  async ({ page, server, upstream }) => {
    const { script, chatId } = await openTalk(page, server.address, upstream, { turns: 5 })
    script.summary = () => ({ text: '', usage: used })
    await setContext(server.address, chatId, {
      maxPromptTokens: 400,
      reservedResponseTokens: 100,
      recentMessagesToKeep: 2,
      minRecentMessagesToKeep: 2,
    })
    await ask(page, 'Which of the two?')
    const made = checkpoint(page)
    await expect(made).toContainText('Summarising failed, so only the beginning and end of')
    script.summary = () => ({ text: SUMMARY, usage: used })
    await made.getByRole('button', { name: 'Summarise again' }).click()
    await expect(checkpoint(page)).toHaveCount(2)
    await expect(checkpoint(page).filter({ hasText: 'Replaces the' })).toHaveCount(1)
  },
)

wireTest(
  '[C12] what does not fit is not sent where nothing summarises by itself, and a summary makes room',
  async ({ page, server, upstream }) => {
    const { chatId } = await openTalk(page, server.address, upstream, { turns: 5 })
    const { chat } = await clientOf(server.address).chat(chatId)
    await setContext(server.address, chatId, {
      maxPromptTokens: 400,
      reservedResponseTokens: 100,
      compaction: { ...chat.settings.context.compaction, automatic: false },
    })
    await send(page, 'Which of the two?')
    const refused = page.getByRole('alert').filter({ hasText: 'too long for this model' })
    await expect(composer(page)).toHaveValue('Which of the two?')
    await expect(refused.getByRole('button', { name: 'Open inspector' })).toBeVisible()
    await refused.getByRole('button', { name: 'Summarise' }).click()
    await expect(checkpoint(page)).toHaveCount(1)
    await composer(page).press('Enter')
    await expect(answers(page)).toHaveCount(6)
    await answerEnded(page)
  },
)

wireTest(
  '[R8] [FP-9] what a provider refuses as too long offers a summary and the inspector',
  async ({ page, server, upstream }) => {
    const { chatId } = await openTalk(page, server.address, upstream)
    const { chat } = await clientOf(server.address).chat(chatId)
    await setContext(server.address, chatId, { compaction: { ...chat.settings.context.compaction, automatic: false } })
    const tooLong = { error: { message: 'The context is too long.', code: 'context_length_exceeded' } }
    upstream.reply(says(asked => (asked === 'summary' ? { text: SUMMARY, usage: used } : json(tooLong, 400))))
    await send(page, 'Which of the two?')
    const refused = answers(page).last()
    await expect(refused).toContainText('This chat is too long for the model.')
    await expect(refused.getByRole('button', { name: 'Open inspector' })).toBeVisible()
    await refused.getByRole('button', { name: 'Summarise' }).click()
    await expect(checkpoint(page)).toHaveCount(1)
  },
)

wireTest(
  '[R8] [X1] what is too long for its provider is summarised and asked for once more, and both requests can be looked at',
  async ({ page, server, upstream }) => {
    await openTalk(page, server.address, upstream, { turns: 6 })
    const tooLong = { error: { message: 'The context is too long.', code: 'context_length_exceeded' } }
    let refusals = 0
    upstream.reply(
      says(asked => {
        if (asked === 'summary') return { text: SUMMARY, usage: used }
        refusals += 1
        return refusals === 1 ? json(tooLong, 400) : { text: 'The second.', usage: used }
      }),
    )
    await ask(page, 'Which of the two?')
    await expect(answers(page).last()).toContainText('The second.')
    await expect(checkpoint(page)).toHaveCount(1)
    await answers(page).last().getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'View request' }).click()
    const panel = inspector(page)
    await panel.getByRole('tab', { name: 'Figures' }).click()
    await panel.getByRole('button', { name: /^Failed/ }).click()
    await expect(panel).toContainText('Rejected before anything was used.')
    await panel.getByRole('tab', { name: 'Exact request' }).click()
    await expect(panel.getByRole('region', { name: 'Body' })).toContainText('How high is the tide?')
  },
)

wireTest(
  '[C10] [V1] a summary that would take many requests is asked about, also after a reload, and then made or not',
  async ({ page, server, upstream }) => {
    const { chatId } = await openTalk(page, server.address, upstream, { turns: 1 })
    const client = clientOf(server.address)
    const { context, model } = (await client.chat(chatId)).chat.settings
    // The window of this model is unknown, and so taken for a small one.
    const compaction = { ...context.compaction, model: { ...model, model: 'quill-small' } }
    await setContext(server.address, chatId, { maxPromptTokens: 8000, reservedResponseTokens: 100, compaction })
    const say = async () => {
      const { path } = await client.chat(chatId)
      const parentId = path.findLast(({ role }) => role === 'assistant')?.id ?? null
      await client.send(chatId, { text: sentence.repeat(3500), parentId, key: `key-${path.length}` })
    }
    const count = () => upstream.requests.filter(({ body }) => body.includes('The conversation, part')).length
    const card = page.getByRole('region', { name: /^A summary in \d+ requests/ })
    await say()
    await expect(card).toContainText('but only 7,900 fit')
    await expect(card).toContainText(/Summarising \d+ messages takes \d+ requests/)
    expect(count()).toBe(0)
    await page.reload()
    await expect(card).toBeVisible()
    await composer(page).focus()
    await page.keyboard.press('ControlOrMeta+j')
    await expect(card).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(card.getByRole('button', { name: 'Summarise all' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(card).toHaveCount(0)
    await answerEnded(page)
    expect(count()).toBe(0)
    await expect(page.getByRole('article', { name: 'Conversation summary' })).toHaveCount(1)
    await expect(answers(page)).toHaveCount(2)

    await say()
    await card.getByRole('button', { name: 'Summarise all' }).click()
    await expect(answers(page)).toHaveCount(3)
    await answerEnded(page)
    expect(count()).toBeGreaterThan(8)
  },
)

wireTest(
  '[C22] selected text is kept: it is listed under its message, sent with the summary, and can be let go',
  async ({ page, server, upstream }) => {
    const { chatId } = await openTalk(page, server.address, upstream)
    const said = page.getByRole('article', { name: 'You' }).first()
    await said.getByText('How high is the tide?').selectText()
    await page.getByRole('button', { name: 'Keep this' }).click()
    const kept = said.getByRole('list', { name: 'Kept sentences' })
    await expect(kept).toContainText('How high is the tide?')
    await fromMenu(page, 'Summarise conversation')
    await expect(checkpoint(page)).toBeVisible()
    const { report } = await clientOf(server.address).inspect(chatId, { context: null, text: 'Next' })
    expect(report.system.at(-1)).toMatchObject({ kind: 'summary' })
    await page.reload()
    await expect(kept).toContainText('How high is the tide?')
    await ask(page, 'And then?')
    expect(upstream.requests.at(-1)?.body).toContain('Sentences that the user asked to keep, word for word:')
    expect(upstream.requests.at(-1)?.body).toContain('- How high is the tide?')
    await kept.getByRole('button', { name: /^Do not keep/ }).click()
    await expect(kept).toBeHidden()
  },
)

wireTest(
  '[X2] a summary is edited by hand; the next request has the new text, and Lift brings the one before back',
  async ({ page, server, upstream }) => {
    await openTalk(page, server.address, upstream, { turns: 2 })
    await fromMenu(page, 'Summarise conversation')
    await checkpoint(page).getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit summary' })
    const field = dialog.getByRole('textbox', { name: 'Summary' })
    await expect(field).toHaveValue(SUMMARY)
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await field.fill(`${SUMMARY} Never build in wood.`)
    await expect(dialog.getByText('Unsaved changes')).toBeVisible()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(checkpoint(page)).toHaveCount(2)
    await expect(checkpoint(page).first()).toContainText('Replaced by a later checkpoint.')
    await ask(page, 'And now?')
    const asked = () => upstream.requests.findLast(({ body }) => body.includes('"stream":true'))?.body ?? ''
    expect(asked()).toContain('Never build in wood.')
    await checkpoint(page).last().getByRole('button', { name: 'Lift' }).click()
    await expect(checkpoint(page).first()).not.toContainText('Replaced by a later checkpoint.')
    await ask(page, 'And then?')
    expect(asked()).toContain(SUMMARY)
    expect(asked()).not.toContain('Never build in wood.')
  },
)

wireTest(
  '[X2] [C22] a preview is asked for with an instruction, gets a lost fact, is used, undone and redone; a larger window offers to lift it',
  async ({ page, server, upstream }) => {
    const { chatId } = await openTalk(page, server.address, upstream, { turns: 2 })
    const { compaction } = (await clientOf(server.address).chat(chatId)).chat.settings.context
    await setContext(server.address, chatId, { compaction: { ...compaction, facts: 0 } })
    await ask(page, 'Keep the table tide_levels in src/tide.sql.')
    await fromMenu(page, 'Preview a summary…')
    const dialog = page.getByRole('dialog', { name: 'Summarise conversation' })
    await dialog.getByRole('textbox', { name: 'What to keep (optional)' }).fill('keep the SQL')
    await dialog.getByRole('button', { name: 'Write a preview' }).click()
    const made = checkpoint(page)
    await expect(made).toContainText('Preview: not in use yet.')
    await expect(made).toContainText(SUMMARY)
    await expect(made).toContainText(/The next request: [\d.k]+ → [\d.k]+ tokens\./)
    expect(upstream.requests.some(({ body }) => body.includes('in particular: keep the SQL'))).toBe(true)
    await ask(page, 'And now?')
    const asked = () => upstream.requests.findLast(({ body }) => body.includes('"stream":true'))?.body ?? ''
    expect(asked()).toContain('How high is the tide?')

    const fact = made.getByRole('button', { name: 'src/tide.sql' })
    await fact.click()
    await expect(fact).toHaveAttribute('aria-pressed', 'true')
    await made.getByRole('button', { name: 'Use this summary' }).click()
    await expect(made).toContainText('in future requests. The messages themselves')
    await ask(page, 'And then?')
    expect(asked()).not.toContain('How high is the tide?')
    expect(asked()).toContain('- src/tide.sql')

    await fromMenu(page, 'Undo: use of a summary')
    await expect(made).toContainText('Preview: not in use yet.')
    await fromMenu(page, 'Redo: use of a summary')
    await expect(made).toContainText('in future requests. The messages themselves')

    await made.getByRole('button', { name: 'Summarise again…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Write a preview' }).click()
    await expect(made).toHaveCount(2)
    await made.last().getByRole('button', { name: 'Discard' }).click()
    await expect(made.last()).toContainText('Earlier summary. Not in use.')
    await made.last().getByRole('button', { name: 'Use this one' }).click()
    await expect(made.first()).toContainText('Replaced by a later checkpoint.')

    const client = clientOf(server.address)
    const { model } = (await client.chat(chatId)).chat.settings
    const { definition } = model
    await client.overrideModel(definition, { model: 'quill-small', override: { contextWindow: 20_000 } })
    await client.changeModel(chatId, { definition, model: 'quill-small' })
    await expect(page.getByRole('button', { name: 'Model: Quill Small' })).toBeVisible()
    await client.changeModel(chatId, { definition, model: 'quill-large' })
    await page.getByRole('button', { name: 'Lift the summary' }).click()
    await expect(made.last()).toContainText('Lifted on this branch')
  },
)

wireTest('[X2] everything above a message is summarised from its menu', async ({ page, server, upstream }) => {
  await openTalk(page, server.address, upstream)
  await answers(page).last().getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Summarise above here…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Summarise above here' })
  await dialog.getByRole('switch', { name: /Preview first/ }).click()
  await dialog.getByRole('button', { name: 'Summarise', exact: true }).click()
  await expect(checkpoint(page)).toContainText('Replaces the 5 messages above')
  await ask(page, 'Which of the two?')
  expect(upstream.requests.at(-1)?.body).not.toContain('How high is the tide?')
})
