import { runTool } from '@stet/tools/testing'
import { createTestDesk, workspaceId } from './test-desk.ts'

/**
 * The client that the conformance suite starts for its scenarios with a sign-in. It does what a user does: add the server, test it, sign in
 * where that is asked for, call its tools, and sign in again where a call asks for more rights. Nobody signs in more than three times.
 */
const ORIGIN = 'http://127.0.0.1:4848'
const MOST_SIGN_INS = 3
const url = process.argv.at(-1) ?? ''
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? ''
const { client_id: id, client_secret: secret = null } = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}')
// Where the scenario has no registration, the user enters a client; one that is an address names its own description.
const CIMD = { id: 'https://conformance-test.local/client-metadata.json', secret: null }
const client = scenario === 'auth/basic-cimd' ? CIMD : id === undefined ? null : { id, secret }

const { desk } = await createTestDesk()
const form = { name: 'Remote', enabled: true, reach: { kind: 'http', url, thisComputer: true }, secrets: {} } as const
const server = await desk.addMcpServer({ key: 'add', workspaceId, form })
let shown = await desk.test(server.id)
let signIns = 0

while (isAsked() && signIns < MOST_SIGN_INS) {
  await signIn()
  await callTools()
}
if (signIns === 0) await callTools()
process.stderr.write(`${JSON.stringify([shown.status, shown.signIn])}\n`)
await desk.close()
if (shown.signIn.kind !== 'signed-in') process.exit(1)

function isAsked(): boolean {
  return ['needed', 'expired', 'rights'].includes(shown.signIn.kind)
}

async function signIn(): Promise<void> {
  signIns += 1
  const { address } = await desk.startSignIn(server.id, ORIGIN, client)
  // A browser whose user is known there is sent back at once.
  const answer = await fetch(address, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '', address).searchParams
  const [state = '', code, iss, error] = ['state', 'code', 'iss', 'error'].map(name => back.get(name) ?? undefined)
  shown = await desk.finishSignIn({
    state,
    code: code ?? null,
    iss: iss ?? null,
    error: error ?? null,
    errorDescription: null,
  })
}

async function callTools(): Promise<void> {
  for (const tool of await desk.toolsOf(workspaceId)) await runTool(tool, {})
  shown = await desk.server(server.id)
}
