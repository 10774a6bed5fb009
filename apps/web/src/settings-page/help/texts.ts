import backup from './backup.md?raw'
import type { Chapter } from './chapter-names.ts'
import context from './context.md?raw'
import gettingStarted from './getting-started.md?raw'
import providers from './providers.md?raw'
import tools from './tools.md?raw'

/** What the chapters say. The settings are explained from their declarations. */
export const texts: Readonly<Record<Exclude<Chapter, 'settings'>, string>> = {
  'getting-started': gettingStarted,
  providers,
  context,
  tools,
  backup,
}
