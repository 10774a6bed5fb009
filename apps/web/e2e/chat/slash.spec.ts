import { clientOf, sentence } from '../setup/inspector-page.ts'
import { picker } from '../setup/pictures.ts'
import { says } from '../setup/priced-upstream.ts'
import { answerEnded, answers, ask, composer, expect, send, startChat, test } from '../setup/stet.ts'
import { addProvider, wireTest } from '../setup/upstream.ts'

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

test('[T11] a command that is refused stays in the field, also before a chat exists', async ({ page }) => {
  const refused = async (typed: string, because: string) => {
    await composer(page).fill(typed)
    await composer(page).press('Enter')
    await expect(page.getByRole('alert')).toContainText(because)
    await expect(composer(page)).toHaveValue(typed)
  }
  await page.goto('/')
  await refused('/expose /nonexistent', 'Could not expose the directory')
  await refused('/clear', '/clear needs a chat')
  await startChat(page, 'Hello')
  await answerEnded(page)
  await refused('/expose /nonexistent', 'Could not expose the directory')
  await refused('/model no such model', 'No model is called no such model.')
  await page.route('**/clear', route => route.abort())
  await refused('/clear', 'Stet cannot be reached.')
  await page.unroute('**/clear')
  await composer(page).press('Enter')
  await expect(composer(page)).toHaveValue('')
})

test('[T11] a command that is complete as typed runs at the first Enter, and a beginning is completed', async ({
  page,
}) => {
  await startChat(page, 'Hello')
  await answerEnded(page)
  const posted: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST') posted.push(new URL(request.url()).pathname.split('/').slice(4).join('/'))
  })
  const enter = async (typed: string) => {
    await composer(page).fill(typed)
    await composer(page).press('Enter')
  }
  await enter('/title')
  await expect.poll(() => posted).toContain('title')
  await expect(composer(page)).toHaveValue('')
  for (const [name, opened] of [
    ['help', 'Commands'],
    ['expose', 'Expose a directory'],
  ] as const) {
    await enter(`/${name}`)
    await expect(page.getByRole('dialog', { name: opened })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(composer(page)).toHaveValue('')
  }
  for (const [name, path] of [
    ['summarise', 'summaries'],
    ['clear', 'clear'],
  ] as const) {
    await enter(`/${name}`)
    await expect.poll(() => posted).toContain(path)
  }
  await enter('/mod')
  await expect(composer(page)).toHaveValue('/model ')
  await enter('/model')
  await expect(page.getByRole('combobox', { name: 'Search models' })).toBeVisible()
  await expect(composer(page)).toHaveValue('')
})

wireTest(
  '[T11] [C12] [W4] [C8] a chat is compressed to a snapshot, and its attachments are counted and removed',
  async ({ page, server, upstream }) => {
    const used = { prompt_tokens: 900, completion_tokens: 40 }
    const snapshot = '<snapshot><overall_goal>Ferns in shade</overall_goal></snapshot>'
    upstream.reply(says(asked => ({ text: asked === 'summary' ? snapshot : sentence, usage: used })))
    const sent = (has: string) => upstream.requests.findLast(({ body }) => body.includes(has))?.body
    await addProvider(server.address, upstream)
    await startChat(page, 'What grows in the shade?')
    await answerEnded(page)
    await ask(page, `And by the wall? ${sentence}`)

    await composer(page).fill('/compress')
    await composer(page).press('Enter')
    const checkpoint = page.getByRole('article', { name: 'Conversation summary' })
    await checkpoint.getByRole('button', { name: 'Show summary' }).click()
    await expect(checkpoint).toContainText('Ferns in shade')
    expect(sent('into a snapshot of its state')).toContain('What grows in the shade?')

    await picker(page).setInputFiles(
      ['ferns.txt', 'moss.txt'].map(name => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`In ${name}`) })),
    )
    await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(2)
    await ask(page, 'Read these')
    expect(sent('Read these')).toContain('In ferns.txt')
    await composer(page).fill('/clearblobs')
    await composer(page).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Remove all attachments?' })
    await expect(dialog).toContainText('2 attachments with 23 bytes in all.')
    await dialog.getByRole('button', { name: 'Remove 2 attachments' }).click()
    await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(2)
    await ask(page, 'What is left?')
    const last = sent('What is left?')
    for (const kept of ['Ferns in shade', '2 attachment(s) removed to save space.']) expect(last).toContain(kept)
    for (const gone of ['What grows in the shade?', 'In ferns.txt']) expect(last).not.toContain(gone)
  },
)

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
