import type { Locator, Page } from '@playwright/test'
import { answers, composer, expect, send } from '../setup/stet.ts'
import { callsTools, closedGate, type Gate, offers, openToolChat, todo, writesUntil } from '../setup/tool-upstream.ts'
import { wireTest as test } from '../setup/upstream.ts'

/** The page shows a chat whose answer is being written, until the test opens this gate. */
const writingTest = test.extend<{ answering: Gate }>({
  answering: [
    async ({ page, server, upstream }, use) => {
      const gate = closedGate()
      upstream.reply(writesUntil(gate))
      await openToolChat(page, { address: server.address, upstream, tools: [] })
      await send(page, 'How high is the wall?')
      await expect(stop(page)).toBeVisible()
      await use(gate)
    },
    { auto: true },
  ],
})

test.use({ viewport: { width: 1440, height: 900 } })

function waiting(page: Page): Locator {
  return page.getByRole('article', { name: 'You, not sent yet' })
}

function own(page: Page): Locator {
  return page.getByRole('article', { name: 'You', exact: true })
}

function stop(page: Page): Locator {
  return page.getByRole('button', { name: 'Stop', exact: true })
}

writingTest(
  '[R10] a message sent below a running answer waits in sight, and goes by itself when that ends',
  async ({ page, answering }) => {
    await send(page, 'And how long?')
    await expect(waiting(page)).toContainText('And how long?')
    await expect(waiting(page)).toContainText('Will be sent when this step ends')
    await expect(page.getByRole('log')).toContainText('Your message will be sent when this step ends.')
    await expect(composer(page)).toHaveValue('')
    await page.reload()
    await expect(waiting(page)).toContainText('And how long?')

    answering.open()
    await expect(own(page)).toHaveText([/How high/, /And how long/])
    await expect(waiting(page)).toHaveCount(0)
    await expect(answers(page)).toHaveCount(2)
    await expect(stop(page)).toHaveCount(0)
  },
)

writingTest('[R10] to stop and send is one action, by button and by keyboard', async ({ page }) => {
  await composer(page).fill('Never mind, how long?')
  await page.getByRole('button', { name: 'Stop and send', exact: true }).click()
  await expect(own(page)).toHaveText([/How high/, /Never mind/])
  await expect(answers(page).first()).toContainText('You stopped this answer.')
  await expect(stop(page)).toBeVisible()

  await composer(page).fill('Or how wide?')
  await composer(page).press('Control+Enter')
  await expect(own(page)).toHaveCount(3)
  await expect(waiting(page)).toHaveCount(0)
  await composer(page).press('Escape')
  await expect(stop(page)).toHaveCount(0)
})

writingTest('[R10] a message that waits is taken back into the field, before what is typed there', async ({ page }) => {
  await send(page, 'And how long?')
  await composer(page).fill('half a thought')
  await waiting(page).getByRole('button', { name: 'Take back' }).click()
  await expect(waiting(page)).toHaveCount(0)
  await expect(composer(page)).toHaveValue('And how long?\n\nhalf a thought')
  await expect(composer(page)).toBeFocused()
  await stop(page).click()
  await expect(stop(page)).toHaveCount(0)
  await expect(own(page)).toHaveCount(1)
})

writingTest(
  '[R10] what a stopped run leaves behind stays in sight, and goes with the next message or by itself',
  async ({ page }) => {
    await send(page, 'And how long?')
    await expect(waiting(page)).toBeVisible()
    await send(page, 'And how wide?')
    await expect(waiting(page)).toHaveCount(2)
    await stop(page).click()
    await expect(waiting(page).first()).toContainText('Not sent: the answer ended first')
    await page.reload()
    await expect(waiting(page)).toHaveCount(2)
    await expect(waiting(page).first().getByRole('button', { name: 'Send now' })).toHaveCount(0)
    await waiting(page).last().getByRole('button', { name: 'Send now' }).click()
    await expect(own(page)).toHaveText([/How high/, /And how long/, /And how wide/])
    await expect(stop(page)).toBeVisible()

    await send(page, 'And how old?')
    await waiting(page).getByRole('button', { name: 'Stop and send now' }).click()
    await expect(own(page)).toHaveCount(4)
    await stop(page).click()
    await expect(stop(page)).toHaveCount(0)
  },
)

writingTest('[R10] it shows on its own branch only, and an edit leaves the run alone', async ({ page }) => {
  await send(page, 'And how long?')
  await expect(waiting(page)).toHaveCount(1)
  await own(page).hover()
  await own(page).getByRole('button', { name: 'Edit' }).click()
  await composer(page).fill('How wide is the wall?')
  await composer(page).press('Enter')
  await expect(own(page)).toHaveText([/How wide/])
  await expect(waiting(page)).toHaveCount(0)
  await own(page).hover()
  await page.getByRole('button', { name: 'Previous branch' }).click()
  await expect(waiting(page)).toContainText('And how long?')
  await expect(answers(page).last()).toHaveAccessibleName('Answer, writing')
})

test('[R6] [R10] a message that waits behind a call goes once that is decided', async ({ page, server, upstream }) => {
  const gate = closedGate()
  upstream.reply(callsTools({ calls: [todo], gate }))
  await openToolChat(page, { address: server.address, upstream, tools: [offers('confirm')] })
  await send(page, 'Plan the wall')
  await expect(stop(page)).toBeVisible()
  await send(page, 'In brick')
  await expect(waiting(page)).toContainText('Will be sent when this step ends')
  gate.open()
  await expect(waiting(page)).toContainText('Will be sent after you decide above')
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(own(page)).toHaveText([/Plan the wall/, /In brick/])
  await expect(waiting(page)).toHaveCount(0)
})
