import type { Page } from '@playwright/test'
import { answerWith } from '../setup/answer-with.ts'
import { says } from '../setup/priced-upstream.ts'
import { answerEnded, ask, composer, send, startChat, withoutEvents } from '../setup/stet.ts'
import { addProvider, RIGHT_KEY } from '../setup/upstream.ts'
import { answered, answeredBy, type Show, used } from './stage.ts'

const STEPS = ['The margin', 'Why, and what you can do', 'The context', 'The inspector', 'Answer again']

/** What lies over a page, and what it says about itself. */
export const noticeStates: Readonly<Record<string, Show>> = {
  ...Object.fromEntries(STEPS.map((_, at) => [`tour-${at + 1}`, tourStep(at)])),
  legend: async ({ page }) => {
    await page.addInitScript(() => localStorage.removeItem('stet.margin-legend'))
    await startChat(page, 'lists')
    await answerEnded(page)
    await page.getByRole('region', { name: 'What the lines mean' }).waitFor()
  },
  shortcuts: async ({ page }) => {
    await page.goto('/')
    await page.locator('#main').focus()
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
  },
  palette: async stage => {
    await answered(stage)
    await openPalette(stage.page)
  },
  'palette-with-everything': async stage => {
    // Its words are in a command, a chat, a message, a model and a setting.
    await answeredBy(stage, 'A model of a large wall.')
    await openPalette(stage.page)
    await stage.page.getByRole('combobox', { name: 'Go to' }).fill('large')
    await stage.page.getByRole('option', { name: /A model of a large wall/ }).waitFor()
    await stage.page
      .getByRole('option', { name: /Quill Large/ })
      .first()
      .waitFor()
  },
  'palette-without-results': async stage => {
    await answered(stage)
    await openPalette(stage.page)
    await stage.page.getByRole('combobox', { name: 'Go to' }).fill('no such thing')
    await stage.page.getByRole('option', { name: /^Search all chats/ }).waitFor()
  },
  'connection-lost': async ({ page }) => {
    await startChat(page, 'lists')
    await answerEnded(page)
    await withoutEvents(page)
    await page.reload()
    await page.getByText('Reconnecting… What you type is kept.').waitFor()
  },
  update: async ({ page }) => {
    await startChat(page, 'lists')
    await answerEnded(page)
    await withoutEvents(page)
    await page.reload()
    await page.getByText('Reconnecting… What you type is kept.').waitFor()
    await page.route(/:\d+\/$/, async route => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/(name="build" content=")\w+/, '$1another')
      await route.fulfill({ response, body })
    })
    await page.unroute('**/api/events**')
    await page.getByText('A new version is ready.').waitFor()
  },
  'notify-offer': async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(Notification, 'permission', { get: () => 'default' })
    })
    await startChat(page, 'lists')
    await answerEnded(page)
    await page.evaluate(() =>
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' }),
    )
    await ask(page, 'What is Stet?')
    await page.getByText('Notify you when an answer is ready?').waitFor()
  },
  'read-only': async ({ page }) => {
    await startChat(page, 'lists')
    await answerEnded(page)
    const readOnly = { because: 'the database is damaged.', download: '/api/rows' }
    await page.route('**/api/read-only', route => route.fulfill({ json: { readOnly } }))
    await page.reload()
    await page.getByRole('alert').filter({ hasText: 'Read-only' }).waitFor()
    await answerEnded(page)
  },
  errors: async ({ page }) => {
    await startChat(page, 'What is Stet?')
    await answerEnded(page)
    await answerWith(page, message => {
      const broken = { kind: 'error', code: 'x', message: null, status: null, retryable: false }
      return { ...message, parts: [{ kind: 'text', text: 'Still **here**' }, broken as never] }
    })
    const menu = page.getByRole('button', { name: 'Chats', exact: true })
    if (await menu.isVisible()) await menu.click()
    await page.getByRole('button', { name: /\d+ errors?/ }).click()
    await page.getByRole('dialog', { name: 'Errors' }).getByLabel('Stack').waitFor()
  },
  'key-in-a-message': async ({ page }) => {
    await page.goto('/')
    await composer(page).fill('Here: gsk_0123456789abcdefghijABCDEFGHIJ')
    await page.getByText('This looks like a key for Groq').waitFor()
  },
  'action-that-failed': async stage => {
    await answered(stage)
    await composer(stage.page).fill('/expose /nowhere/at/all')
    await composer(stage.page).press('Enter')
    await stage.page.getByRole('alert').first().waitFor()
  },
  'over-budget': async ({ page, address, upstream }) => {
    upstream.reply(says(() => ({ text: 'Twice.', usage: used })))
    await addProvider(address, upstream, RIGHT_KEY)
    await page.goto('/usage')
    await page.getByRole('button', { name: 'Set a budget for My workspace' }).click()
    const field = page.getByRole('textbox', { name: /^Budget of My workspace/ })
    await field.fill('0.01')
    await field.press('Enter')
    await page.getByText('of $0.01').first().waitFor()
    await startChat(page, 'How often does the tide come in?')
    await answerEnded(page)
    await send(page, 'And the day after?')
    await page.getByRole('region', { name: /^Budget reached/ }).waitFor()
  },
}

async function openPalette(page: Page): Promise<void> {
  await page.locator('#main').focus()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog', { name: 'Go to' }).getByRole('option').first().waitFor()
}

function tourStep(at: number): Show {
  return async stage => {
    const { page } = stage
    await answered(stage)
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Go to' }).fill('tour')
    await page.getByRole('option', { name: /Take the tour/ }).click()
    for (const name of STEPS.slice(0, at)) {
      await page.getByRole('dialog', { name, exact: true }).getByRole('button', { name: 'Next' }).click()
    }
    await page
      .getByRole('dialog', { name: STEPS[at] ?? '', exact: true })
      .getByRole('button', { name: /Next|Done/ })
      .waitFor()
  }
}
