import { clientOf } from './inspector-page.ts'
import { answerEnded, answers, composer, expect, send, startChat, test } from './stet.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('[T11] commands are completed by keyboard and by a tap, run, and unknown words are sent as text', async ({
  page,
  server,
}) => {
  const url = await startChat(page, 'Hello')
  await answerEnded(page)
  const chatId = url.split('/').at(-1) as `chat_${string}`
  const client = clientOf(server.address)
  const commands = page.getByRole('listbox', { name: 'Commands' })

  await composer(page).fill('/')
  await expect(commands.getByRole('option')).toHaveCount((await client.slashCommands()).commands.length)
  await composer(page).fill('/ti')
  await composer(page).press('Tab')
  await expect(composer(page)).toHaveValue('/title ')
  await composer(page).fill('/title On tides')
  await composer(page).press('Enter')
  await expect(page.getByRole('heading', { name: 'On tides', level: 1 })).toBeVisible()
  await expect(composer(page)).toHaveValue('')

  await composer(page).fill('/cl')
  await composer(page).press('Enter')
  await expect(commands).toHaveCount(0)
  await expect.poll(async () => (await client.chat(chatId)).path.map(({ role }) => role)).toContain('clear')

  await composer(page).fill('/he')
  await commands.getByRole('option', { name: /help/ }).click()
  await expect(page.getByRole('dialog', { name: 'Commands' })).toContainText('/compress')
  await page.keyboard.press('Escape')

  await composer(page).fill('/model no such model')
  await composer(page).press('Enter')
  await expect(page.getByRole('alert')).toContainText('No model is called no such model.')
  await composer(page).fill('/clearblobs')
  await composer(page).press('Enter')
  await expect(page.getByRole('dialog')).toContainText('There are no attachments on this branch of the chat.')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

  await send(page, '/etc/hosts is a file')
  // What scrolled away is not in the document: the last answer is asked for, not how many there are.
  await expect(answers(page).last()).toContainText('/etc/hosts is a file')
  await expect(page.getByRole('article', { name: 'You' }).last()).toContainText('/etc/hosts is a file')
})

test('[T11] [H7] deleting the history asks first, keeps the chat, and leaves what was spent', async ({
  page,
  server,
}) => {
  const url = await startChat(page, 'Hello')
  await answerEnded(page)
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete history…' }).click()
  await expect(page.getByRole('dialog')).toContainText('Every message of this chat is deleted')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete history' }).click()
  await expect(answers(page)).toHaveCount(0)
  const chatId = url.split('/').at(-1) as `chat_${string}`
  const client = clientOf(server.address)
  // A history is deleted in slices, and the page draws each.
  await expect.poll(async () => (await client.chat(chatId)).path.map(({ role }) => role)).toEqual(['accounting'])
})
