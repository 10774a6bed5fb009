import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const SUITE = fileURLToPath(
  new URL('../../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
)
const CLIENT = fileURLToPath(new URL('./testing/conformance-client.ts', import.meta.url))
const SIGN_IN = fileURLToPath(new URL('./testing/conformance-sign-in.ts', import.meta.url))

// Each scenario starts two processes: with their code compiled once, they need about half the processor time.
const env = {
  ...process.env,
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../../.cache/compiled', import.meta.url)),
}

const PLAIN = ['initialize', 'tools_call', 'elicitation-sep1034-client-defaults', 'sse-retry']

/** Every scenario with a sign-in but those of extensions without a user: `client-credentials-*` and `cross-app-access-*`. */
const WITH_SIGN_IN = [
  'metadata-default',
  'metadata-var1',
  'metadata-var2',
  'metadata-var3',
  'basic-cimd',
  'scope-from-www-authenticate',
  'scope-from-scopes-supported',
  'scope-omitted-when-undefined',
  'scope-step-up',
  'scope-retry-limit',
  'token-endpoint-auth-basic',
  'token-endpoint-auth-post',
  'token-endpoint-auth-none',
  'pre-registration',
  '2025-03-26-oauth-metadata-backcompat',
  '2025-03-26-oauth-endpoint-fallback',
  'resource-mismatch',
  'offline-access-scope',
  'offline-access-not-supported',
]

/** What no user signs in to: a program does, by itself. */
const WITHOUT_A_USER = [
  'auth/client-credentials-jwt',
  'auth/client-credentials-basic',
  'auth/cross-app-access-complete-flow',
]

it('[T10] every scenario for a client that the conformance suite has is tried', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [SUITE, 'list', '--client'], { env })
  const listed = [...stdout.matchAll(/^ +- (\S+)/gm)].map(([, name]) => name)
  const tried = [...PLAIN, ...WITH_SIGN_IN.map(name => `auth/${name}`), ...WITHOUT_A_USER]
  expect(listed.toSorted()).toEqual(tried.toSorted())
})

// One of them measures milliseconds, which a busy machine may miss: it is tried again.
it.each([
  ...PLAIN.map(scenario => ({ scenario, client: CLIENT })),
  ...WITH_SIGN_IN.map(scenario => ({ scenario: `auth/${scenario}`, client: SIGN_IN })),
])('[T10] the conformance suite finds nothing wrong in the scenario $scenario', { retry: 2 }, async given => {
  const folder = await mkdtemp(join(tmpdir(), 'stet-conformance-'))
  const args = [SUITE, 'client', '--command', `${process.execPath} ${given.client}`, '--scenario', given.scenario]
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: folder, env })
    expect(`${stdout}${stderr}`).toMatch(/0 failed, 0 warnings/)
  } finally {
    await rm(folder, { recursive: true })
  }
})
