import type { Locator } from '@playwright/test'
import { inspector, sentence } from '../setup/inspector-page.ts'
import { answered, answeredBy, fromAnswer, fromMenu, type Show, type Stage } from './stage.ts'

/** What is shown beside a chat. */
export const panelStates: Readonly<Record<string, Show>> = {
  inspector: async stage => {
    await answered(stage)
    await openTab(stage, 'Request')
    await inspector(stage.page).getByRole('list', { name: 'Request' }).waitFor()
  },
  'chat-settings': stage =>
    answered(stage)
      .then(() => openTab(stage, 'Settings'))
      .then(shown),
  'what-if': async stage => {
    await answeredBy(stage, sentence)
    const panel = await openTab(stage, 'Prompt')
    await panel.getByRole('textbox', { name: 'System prompt' }).fill(sentence.repeat(20))
    await panel
      .getByRole('status')
      .filter({ hasText: 'Unsaved changes' })
      .getByText(/for the next message/)
      .waitFor()
  },
  'answer-settings': stage =>
    answered(stage)
      .then(() => openTab(stage, 'Answer'))
      .then(shown),
  'compared-models': async stage => {
    await answeredBy(stage, sentence)
    const panel = await openTab(stage, 'Answer')
    await panel.getByRole('region', { name: 'Compare models' }).getByRole('row').nth(1).waitFor()
    await panel.getByRole('region', { name: 'Compare models' }).scrollIntoViewIfNeeded()
  },
  'message-settings': stage =>
    answered(stage)
      .then(() => openTab(stage, 'Messages'))
      .then(shown),
  prompt: async stage => {
    await answered(stage)
    await fromMenu(stage.page, 'System prompt')
    const field = inspector(stage.page).getByRole('textbox', { name: 'System prompt' })
    await field.fill('You work in {{workspace}} on {{dat}}')
    await inspector(stage.page).getByText('There is no variable dat.').waitFor()
  },
  tools: async stage => {
    await answered(stage)
    const panel = await openTab(stage, 'Tools')
    await panel.getByRole('switch', { name: /To-do list/ }).press('Space')
    await panel.getByText('These tools differ from').waitFor()
  },
  'exact-bytes': async stage => {
    await answeredBy(stage, sentence)
    const panel = await openTab(stage, 'Request')
    await panel.getByRole('button', { name: 'Exact bytes' }).click()
    await panel.getByRole('region', { name: 'Body' }).waitFor()
  },
  'past-request': async stage => {
    await answeredBy(stage, sentence)
    await fromAnswer(stage.page, 'View request')
    await inspector(stage.page).getByRole('list', { name: 'Sent' }).waitFor()
  },
  'past-figures': async stage => {
    await answeredBy(stage, sentence)
    await fromAnswer(stage.page, 'View request')
    await inspector(stage.page).getByRole('tab', { name: 'Figures' }).click()
    await inspector(stage.page).getByRole('tabpanel').waitFor()
  },
  requests: async stage => {
    await answeredBy(stage, sentence)
    await fromMenu(stage.page, 'All requests')
    await inspector(stage.page)
      .getByRole('list', { name: 'Requests of this chat' })
      .getByRole('listitem')
      .first()
      .waitFor()
  },
}

async function openTab({ page }: Stage, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Inspector', exact: true }).click()
  await inspector(page).getByRole('tab', { name, exact: true }).click()
  return inspector(page)
}

function shown(panel: Locator): Promise<void> {
  return panel.getByRole('tabpanel').locator('input, button, textarea').first().waitFor()
}
