import { answerEnded, answers, ask, composer, expect, startChat, test, textOf } from '../setup/stet.ts'

test('[H4] an answer is given again beside the first, and both can be shown', async ({ page }) => {
  await startChat(page, 'Who was Ada Lovelace?')
  await answerEnded(page)
  await page.getByRole('button', { name: 'Answer again' }).click()
  await expect(page.getByText('Branch 2 of 2')).toBeAttached()
  await answerEnded(page)
  await page.getByRole('button', { name: 'Previous branch' }).click()
  await expect(page.getByText('Branch 1 of 2')).toBeAttached()
  await page.reload()
  await expect(page.getByText('Branch 1 of 2')).toBeAttached()
  await expect(answers(page)).toHaveCount(1)
})

test('[FP-8] [H4] an answer that failed is asked for again by the button beside its error', async ({ page }) => {
  await startChat(page, 'error overloaded')
  await answerEnded(page)
  const again = page.getByRole('button', { name: 'Try again', exact: true })
  await again.click()
  await expect(page.getByText('Branch 2 of 2')).toBeAttached()
  await answerEnded(page)
  await expect(again).toBeVisible()
  await ask(page, 'What is Stet?')
  await expect(again).toHaveCount(0)
})

test('[H4] [H7] [FU-6] a double click answers again once and deletes once, without an error', async ({ page }) => {
  await startChat(page, 'What is Stet?')
  await answerEnded(page)
  const posts: string[] = []
  page.on('request', request => {
    if (/retry$|messages\/msg_[a-z0-9]+$/.test(request.url())) posts.push(request.method())
  })
  await answers(page).last().getByRole('button', { name: 'Answer again' }).dblclick()
  await expect(page.getByText('2/2')).toBeVisible()
  await answerEnded(page)
  await answers(page).last().getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete from here…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).dblclick()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText(/deleted \(by hand\)/)).toBeVisible()
  expect(posts).toEqual(['POST', 'DELETE'])
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('[H4] an edited message opens a branch, the old one is kept, and the user returns to where they were', async ({
  page,
}) => {
  await startChat(page, 'lists')
  await answerEnded(page)
  await ask(page, 'table')

  await page.getByRole('article', { name: 'You' }).first().hover()
  await page.getByRole('button', { name: 'Edit' }).first().click()
  await expect(composer(page)).toHaveValue('lists')
  await composer(page).fill('mathematics')
  await composer(page).press('Enter')
  await expect(page.getByText('Branch 2 of 2')).toBeAttached()
  await answerEnded(page)
  await expect(answers(page)).toHaveCount(1)
  await expect(composer(page)).toHaveValue('')

  await page.getByRole('article', { name: 'You' }).first().hover()
  await page.getByRole('button', { name: 'Previous branch' }).click()
  await expect(page.getByText('Branch 1 of 2')).toBeAttached()
  await expect(answers(page)).toHaveCount(2)
  await expect(page.getByRole('article', { name: 'You' }).last()).toContainText('table')
})

test('[H4] editing is given up by Escape, and begun by the arrow in an empty field', async ({ page }) => {
  await startChat(page, 'lists')
  await answerEnded(page)
  await composer(page).press('ArrowUp')
  await expect(composer(page)).toHaveValue('lists')
  await expect(composer(page)).toBeFocused()
  await composer(page).press('Escape')
  await expect(composer(page)).toHaveValue('')
  await expect(page.getByText('Branch 2 of 2')).toHaveCount(0)
})

test('[H7] a deletion asks, takes what is below, and leaves its account', async ({ page }) => {
  await startChat(page, 'lists')
  await answerEnded(page)
  await ask(page, 'table')
  await page.getByRole('article', { name: 'You' }).last().hover()
  await page.getByRole('article', { name: 'You' }).last().getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete from here' }).click()
  await expect(page.getByRole('dialog')).toContainText('Their cost stays on record')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(answers(page)).toHaveCount(1)
  await expect(page.getByText('2 messages deleted')).toBeVisible()
  await page.reload()
  await expect(page.getByText('2 messages deleted')).toBeVisible()
})

test('[H5] a chat is forked from a message into a chat of its own', async ({ page }) => {
  const before = await startChat(page, 'lists')
  await answerEnded(page)
  const said = await textOf(answers(page).first())
  await answers(page).first().getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Fork into a new chat' }).click()
  await expect(page).not.toHaveURL(before)
  await expect(page).toHaveURL(/\/chats\/chat_/)
  await expect.poll(() => textOf(answers(page).first())).toBe(said)
})

test('[H6] the context is cleared, and the clearing lifted again', async ({ page }) => {
  await startChat(page, 'lists')
  await answerEnded(page)
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Clear context' }).click()
  await expect(page.getByText('Cleared: nothing above is sent')).toBeVisible()
  await page.getByRole('button', { name: 'Lift' }).click()
  await expect(page.getByText('Cleared here (lifted)')).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Cleared: nothing above is sent')).toBeVisible()
})

test('[R9] an answer that ended at its limit is continued, below what is there', async ({ page }) => {
  await startChat(page, 'length')
  await answerEnded(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(answers(page)).toHaveCount(2)
  await answerEnded(page)
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(1)
  await page.reload()
  await expect(answers(page)).toHaveCount(2)
})
