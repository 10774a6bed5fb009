import { availableParallelism } from 'node:os'
import { createJavaScript, createSandbox, TOOLS, type Tool } from '@stet/tools'
import { createGuardedFetch } from './create-guarded-fetch.ts'
import { createDirectoryTools } from './directories/directory-tools.ts'
import { createSeenFiles } from './directories/seen-files.ts'
import { createExtractText } from './extract-text.ts'
import { createNodeWorkers } from './javascript/node-worker.ts'
import type { ShellJobs } from './shell/jobs.ts'
import { createJobTool, createShellTool } from './shell/shell-tools.ts'
import { createWebFetch } from './web/web-fetch.ts'

/** One core is left for everything else. */
const MOST_SCRIPTS = Math.max(1, availableParallelism() - 1)

/** Every tool of this home. `server-tools.test.ts` runs the contract suite over the whole list. */
export function serverTools(dataFolder: string, jobs: ShellJobs): readonly Tool[] {
  const deps = { dataFolder, seen: createSeenFiles() }
  return [
    ...TOOLS,
    createJavaScript(createSandbox(createNodeWorkers(), MOST_SCRIPTS)),
    ...createDirectoryTools(deps),
    createShellTool(deps, jobs),
    createJobTool(jobs),
    createWebFetch({ fetch: createGuardedFetch({ reach: 'public' }), extract: createExtractText() }),
  ]
}
