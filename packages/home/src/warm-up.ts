import type { Providers } from '@stet/desk'
import type { Log } from '@stet/engine'
import { loadProvider } from '@stet/models'

interface WarmUpDeps {
  readonly providers: Pick<Providers, 'list' | 'prices'>
  readonly log: Log
}

/** Loads what the first message would wait for, and every stream with it: price data, and the protocols of the user's providers. */
export async function warmUp({ providers, log }: WarmUpDeps): Promise<void> {
  try {
    await providers.prices.read()
    const { providers: shown } = await providers.list()
    for (const { type, enabled } of shown) if (enabled) await loadProvider(type)
  } catch (error) {
    // Whatever it is, the first message meets it too, and says so to the user.
    log.warn('providers could not be loaded ahead of the first message', { error })
  }
}
