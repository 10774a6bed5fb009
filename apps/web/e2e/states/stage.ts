import type { Page } from '@playwright/test'
import type { WireServer } from '@stet/models/testing'
import { says } from '../setup/priced-upstream.ts'
import { answerEnded, answers, ask, send, startChat } from '../setup/stet.ts'
import { addProvider } from '../setup/upstream.ts'

/** Where a state is shown: a page, the server behind it and a model that can be scripted. */
export interface Stage {
  readonly page: Page
  readonly address: string
  readonly upstream: WireServer
}

/** Brings a page into a state that a user can see, and waits until it is drawn. */
export type Show = (stage: Stage) => Promise<void>

export const used = {
  prompt_tokens: 100_000,
  completion_tokens: 4000,
  prompt_tokens_details: { cached_tokens: 60_000 },
}

/** A chat with two turns of the demo. */
export async function answered({ page }: Stage, text = 'What is Stet?'): Promise<void> {
  await startChat(page, 'lists')
  await answerEnded(page)
  await ask(page, text)
  await page.mouse.move(0, 0)
}

/** A chat in which a model with prices answered this. */
export async function answeredBy({ page, address, upstream }: Stage, text: string): Promise<void> {
  upstream.reply(says(asked => ({ text: asked === 'title' ? 'The tides' : text, usage: used })))
  await addProvider(address, upstream)
  await startChat(page, 'How often does the tide come in?')
  await answerEnded(page)
  await page.mouse.move(0, 0)
}

/** A chat with an answer that was given again. */
export async function branched(stage: Stage): Promise<void> {
  await answered(stage)
  await stage.page.getByRole('button', { name: 'Answer again' }).last().click()
  await stage.page.getByText('Branch 2 of 2').waitFor({ state: 'attached' })
  await answerEnded(stage.page)
}

/** A chat whose last question was asked in other words. */
export async function edited(stage: Stage): Promise<void> {
  await answered(stage)
  const asked = stage.page.getByRole('article', { name: 'You' }).last()
  await asked.hover()
  await asked.getByRole('button', { name: 'Edit' }).click()
  await send(stage.page, 'Show me a table')
  await stage.page.getByText('Branch 2 of 2').waitFor({ state: 'attached' })
  await answerEnded(stage.page)
}

export async function fromMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

export async function fromAnswer(page: Page, item: string): Promise<void> {
  await answers(page).last().getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
