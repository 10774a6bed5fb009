import { parsePriceData } from './parse-price-data.ts'
import type { PriceData } from './price-data.ts'

/** The price data that came with Stet. It is large, and loaded when it is first needed. */
export async function loadBundledPrices(): Promise<PriceData> {
  const { waitForUpdate } = await import('@pydantic/genai-prices')
  return parsePriceData(await waitForUpdate(), null)
}
