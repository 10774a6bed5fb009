import type { AssistantPart } from '@stet/history'
import { answerWith } from '../setup/answer-with.ts'
import { sentence } from '../setup/inspector-page.ts'
import { chosen, draw, picker } from '../setup/pictures.ts'
import { says } from '../setup/priced-upstream.ts'
import { answerEnded, answers, ask, composer, startChat } from '../setup/stet.ts'
import { closedGate } from '../setup/tool-upstream.ts'
import { addProvider } from '../setup/upstream.ts'
import { answered, answeredBy, branched, edited, fromAnswer, fromMenu, type Show, used } from './stage.ts'

const TIDES = '```mermaid\ngraph TD\n  A[High water] --> B[Low water]\n  B --> C{Storm?}\n  C -->|yes| A\n```'

const CITED: readonly AssistantPart[] = [
  { kind: 'reasoning', text: 'Ferns, then.', signature: 'EqUCCqICAb4=' },
  { kind: 'text', text: 'I looked it up. They like shade.' },
  { kind: 'provider-call', tool: 'web_search', input: 'where ferns grow', outcome: 'done' },
  {
    kind: 'provider-call',
    tool: 'web_fetch',
    input: '{"url":"https://example.org/moss"}',
    outcome: 'failed',
    because: 'url_not_accessible',
  },
  {
    kind: 'source',
    url: 'https://example.org/ferns',
    title: 'Ferns of the north',
    citedText: 'Ferns thrive in the shade of trees.',
    at: 15,
  },
  { kind: 'source', url: 'https://example.org/moss', title: null, citedText: null, at: 32 },
  { kind: 'error', code: 'overloaded', message: 'the model is overloaded', status: 529, retryable: true },
]

/** A chat: what answers hold, and what lies over it. */
export const chatStates: Readonly<Record<string, Show>> = {
  text: answered,
  code: async stage => {
    await answered(stage, 'Show me some code in TypeScript')
    await stage.page.locator('.ink-keyword').first().waitFor()
  },
  table: stage => answered(stage, 'Show me a table'),
  mathematics: async stage => {
    await answered(stage, 'Show me some mathematics')
    await stage.page.locator('.katex').first().waitFor()
  },
  thinking: async stage => {
    await answered(stage, 'Think before you answer')
    await answers(stage.page)
      .last()
      .getByRole('button', { name: /Thought/ })
      .click()
  },
  failed: stage => answered(stage, 'Show me an error'),
  priced: stage => answeredBy(stage, sentence.repeat(3)),
  writing: async ({ page, address, upstream }) => {
    const gate = closedGate()
    upstream.reply(says(asked => (asked === 'title' ? { text: 'The tides' } : { text: sentence, usage: used, gate })))
    await addProvider(address, upstream)
    await startChat(page, 'How often does the tide come in?')
    await answers(page).getByText('The').waitFor()
  },
  diagram: async stage => {
    await answeredBy(stage, `The year of a harbour:\n\n${TIDES}`)
    await stage.page.frameLocator('iframe').locator('svg').waitFor()
  },
  citations: async stage => {
    await startChat(stage.page, 'Where do ferns grow?')
    await answerEnded(stage.page)
    await answerWith(stage.page, message => ({ ...message, parts: CITED }))
    await answers(stage.page).getByRole('button', { name: 'Source 1: Ferns of the north' }).click()
    await stage.page.getByRole('dialog').getByText('Ferns thrive in the shade of trees.').waitFor()
  },
  sources: async stage => {
    await startChat(stage.page, 'Where do ferns grow?')
    await answerEnded(stage.page)
    await answerWith(stage.page, message => ({ ...message, parts: CITED }))
    await answers(stage.page).getByRole('region', { name: 'Sources' }).waitFor()
  },
  attached: async stage => {
    await answered(stage)
    const picture = await draw(stage.page, 'flag.png', { width: 400, height: 300, type: 'image/png' })
    const notes = {
      name: 'A rather long name of a file with notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('x'),
    }
    await picker(stage.page).setInputFiles([picture, notes])
    await chosen(stage.page).nth(1).waitFor()
  },
  commands: async stage => {
    await answered(stage)
    await composer(stage.page).fill('/')
    await stage.page.getByRole('listbox', { name: 'Commands' }).getByRole('option').first().waitFor()
  },
  margin: async stage => {
    await answered(stage)
    await stage.page.locator('[data-margin]').first().press('Enter')
    await stage.page.getByRole('button', { name: 'Show in inspector' }).waitFor()
  },
  'chat-menu': async stage => {
    await answered(stage)
    await stage.page.getByRole('button', { name: 'Chat', exact: true }).click()
    await stage.page.getByRole('menuitem').first().waitFor()
  },
  'answer-menu': async stage => {
    await branched(stage)
    await answers(stage.page).last().getByRole('button', { name: 'More' }).click()
    await stage.page.getByRole('menuitem').first().waitFor()
  },
  figures: async stage => {
    await answeredBy(stage, 'Twice.')
    await stage.page.getByRole('button', { name: /^This chat: / }).click()
    await stage.page.getByRole('dialog', { name: 'Context' }).waitFor()
  },
  'delete-question': async stage => {
    await answered(stage)
    await fromAnswer(stage.page, 'Delete from here…')
    await stage.page.getByRole('dialog').waitFor()
  },
  summary: async ({ page, address, upstream }) => {
    upstream.reply(says(asked => ({ text: asked === 'title' ? 'The tides' : sentence.repeat(3), usage: used })))
    await addProvider(address, upstream)
    await startChat(page, 'How high is the tide?')
    await answerEnded(page)
    await ask(page, 'And on the next day?')
    await fromMenu(page, 'Summarise conversation')
    await page.getByRole('button', { name: 'Show summary' }).click()
    await ask(page, 'Which of the two?')
    await page.mouse.move(0, 0)
  },
  outline: async stage => {
    await edited(stage)
    await stage.page.keyboard.press('ControlOrMeta+Shift+l')
    await stage.page.getByRole('treeitem').first().waitFor()
  },
  compare: async stage => {
    await edited(stage)
    await stage.page.getByRole('button', { name: 'Compare branches' }).first().click()
    await stage.page.getByRole('region', { name: 'Second branch' }).locator('.markdown').waitFor()
  },
  'compare-differences': async stage => {
    await edited(stage)
    await stage.page.getByRole('button', { name: 'Compare branches' }).first().click()
    await stage.page.getByRole('tab', { name: 'Differences' }).click()
    await stage.page.getByRole('dialog').locator('.cm-changedLine').first().waitFor()
  },
  'to-a-date': async stage => {
    await answered(stage)
    await fromMenu(stage.page, 'Go to a date')
    await stage.page.getByRole('dialog').waitFor()
  },
  find: async stage => {
    await answered(stage)
    await stage.page.keyboard.press('ControlOrMeta+f')
    await stage.page.getByRole('textbox', { name: 'Find in this chat' }).fill('stet')
    await stage.page.locator('[data-find-marks]').waitFor()
  },
}
