import type { Locator } from '@playwright/test'

/** Chooses from a select, whose options are drawn only while it is open. */
export async function choose(select: Locator, option: string): Promise<void> {
  await select.click()
  await select.page().getByRole('option', { name: option, exact: true }).click()
}
