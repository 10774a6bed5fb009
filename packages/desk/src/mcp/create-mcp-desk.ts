import { MCP_COMMANDS, MOST_MCP_SERVERS } from '@stet/commands'
import { createCommands, EngineError } from '@stet/engine'
import { type FilePart, type McpServerId, makeId, toFileName, type WorkspaceId } from '@stet/history'
import {
  MCP_CATALOGS_SHELF,
  MCP_SECRETS_SHELF,
  MCP_SERVERS_SHELF,
  type McpSecrets,
  type McpServerRecord,
  type Operation,
  type Put,
  toMcpSecretsPut,
  toMcpServerPut,
  WORKSPACES_SHELF,
} from '@stet/store'
import { type McpConnection, type McpContent, McpError } from '@stet/tools'
import { retryConflict } from '../retry-conflict.ts'
import { checkServerForm } from './check-form.ts'
import { createSignIns } from './create-sign-ins.ts'
import type { McpContext, McpDesk, McpDeskDeps, McpServerForm, ShownMcpServer } from './mcp-desk.ts'
import { createQuestions } from './questions.ts'
import { readPasted } from './read-pasted.ts'
import { destinationOf, newSecrets, nextSecrets, sealSecrets } from './secrets.ts'
import { createSessions } from './sessions.ts'
import { findTools, showServer, toServerTools } from './show-servers.ts'
import { listServers, readServer, removalsOfServer } from './stored-server.ts'

/** The MCP servers of one owner. They are created before the engine, which gets their tools from here. */
export function createMcpDesk(deps: McpDeskDeps): McpDesk {
  const context: McpContext = {
    ...deps,
    commands: createCommands(deps),
    asked: createQuestions(deps.onAsked),
    signIns: createSignIns(deps),
  }
  const { store, sealer, commands, randomBytes, signIns } = context
  const sessions = createSessions(context)
  const shown = async (id: McpServerId) => showServer(context, sessions, await readServer(store, id))

  async function addForms(workspaceId: WorkspaceId, forms: readonly McpServerForm[]) {
    if ((await store.get(WORKSPACES_SHELF, workspaceId)) === null) {
      throw new EngineError('workspace-not-found', `there is no workspace ${workspaceId}`)
    }
    if ((await listServers(store, workspaceId)).length + forms.length > MOST_MCP_SERVERS) {
      throw new EngineError('invalid', `a workspace has at most ${MOST_MCP_SERVERS} MCP servers`)
    }
    const added = forms.map(async given => {
      const form = checkServerForm(given)
      const id = makeId('mcp', randomBytes(20))
      const secrets = newSecrets(form)
      const record = { ...toRecord({ id, workspaceId }, form), approved: {}, names: {}, instructions: null }
      const puts: readonly Operation[] = [
        toMcpServerPut(record, { expect: 0, order: 'next' }),
        ...(await secretsPut(record, secrets, 0)),
      ]
      return { id, puts }
    })
    return Promise.all(added)
  }

  async function secretsPut(
    record: McpServerRecord,
    secrets: McpSecrets,
    expect: number,
  ): Promise<readonly Operation[]> {
    if (record.secretNames.length > 0) {
      return [toMcpSecretsPut(record.id, await sealSecrets(sealer, record, secrets), expect)]
    }
    return expect === 0 ? [] : [{ kind: 'remove', shelf: MCP_SECRETS_SHELF, id: record.id, expect }]
  }

  async function changeForm(serverId: McpServerId, given: McpServerForm, kept: Put): Promise<void> {
    const form = checkServerForm(given)
    await retryConflict(async () => {
      const stored = await readServer(store, serverId)
      const { record: before, version, order, sealed, catalogVersion } = stored
      const isMoved = destinationOf(before.reach) !== destinationOf(form.reach)
      const secrets = await nextSecrets(sealer, stored, form)
      const record: McpServerRecord = {
        ...toRecord(before, form),
        approved: isMoved ? {} : before.approved,
        instructions: isMoved ? null : before.instructions,
        names: before.names,
      }
      const operations: Operation[] = [toMcpServerPut(record, { expect: version, order })]
      operations.push(...(await secretsPut(record, secrets, sealed?.version ?? 0)))
      // What another program offered says nothing about this one.
      if (isMoved && catalogVersion > 0) {
        operations.push({ kind: 'remove', shelf: MCP_CATALOGS_SHELF, id: serverId, expect: catalogVersion })
      }
      // Tokens are for one address: at another one they would be given to somebody else.
      if (isMoved) {
        operations.push(...(await signIns.removals(serverId)))
        signIns.drop(serverId)
      }
      await store.write([...operations, kept])
    })
    await sessions.drop(serverId)
  }

  function hashSecrets(text: string): Promise<string> {
    return sealer.hash(new TextEncoder().encode(text))
  }

  /** Bytes as files that a message can have, as if the user had attached them. */
  function toFiles(content: readonly McpContent[]): Promise<readonly FilePart[]> {
    return Promise.all(
      content.map((piece, index) => {
        const isText = piece.kind === 'text'
        const bytes = isText ? new TextEncoder().encode(piece.text) : piece.bytes
        const name = toFileName((isText ? null : piece.name) ?? `resource-${index + 1}`)
        const mediaType = isText ? 'text/plain' : piece.mediaType
        return context.attachments.receive({ name, mediaType, bytes: once(bytes) })
      }),
    )
  }

  return {
    async addMcpServer(command) {
      const { workspaceId, form } = command
      const act = async (keep: (id: McpServerId) => Put) => {
        const [added] = await addForms(workspaceId, [form])
        if (added === undefined) throw new Error('one form makes one server')
        await store.write([...added.puts, keep(added.id)])
        return added.id
      }
      const hash = await hashSecrets(JSON.stringify(Object.entries(form.secrets)))
      return shown(await commands.once(MCP_COMMANDS.addMcpServer, command, act, hash))
    },
    async importMcpServers(command) {
      const act = async (keep: (ids: readonly McpServerId[]) => Put) => {
        const added = await addForms(command.workspaceId, readPasted(command.text))
        const ids = added.map(({ id }) => id)
        await store.write([...added.flatMap(({ puts }) => puts), keep(ids)])
        return ids
      }
      const hash = await hashSecrets(command.text)
      const ids = await commands.once(MCP_COMMANDS.importMcpServers, command, act, hash)
      return { servers: await Promise.all(ids.map(shown)) }
    },
    async changeMcpServer(command) {
      const { mcpServerId, form } = command
      const act = async (keep: (id: McpServerId) => Put) => {
        await changeForm(mcpServerId, form, keep(mcpServerId))
        return mcpServerId
      }
      const hash = await hashSecrets(JSON.stringify(Object.entries(form.secrets)))
      return shown(await commands.once(MCP_COMMANDS.changeMcpServer, command, act, hash))
    },
    async deleteMcpServer(command) {
      const { mcpServerId } = command
      await commands.once(MCP_COMMANDS.deleteMcpServer, command, async keep => {
        await retryConflict(async () => {
          const removals = await removalsOfServer(store, mcpServerId)
          if (!removals.some(({ shelf }) => shelf === MCP_SERVERS_SHELF)) {
            throw new EngineError('mcp-server-not-found', `there is no MCP server ${mcpServerId}`)
          }
          await store.write([...removals, keep(null)])
        })
        return null
      })
      signIns.drop(mcpServerId)
      await sessions.drop(mcpServerId)
    },
    async approveMcpTools(command) {
      const { mcpServerId, tools, instructions } = command
      await commands.once(MCP_COMMANDS.approveMcpTools, command, async keep => {
        await retryConflict(async () => {
          const { record, version, order, catalog } = await readServer(store, mcpServerId)
          const approved = { ...record.approved, ...Object.fromEntries(tools.map(({ name, hash }) => [name, hash])) }
          // Only what was shown is approved: a server that said something else meanwhile is asked about again.
          const isShown = instructions !== undefined && instructions === catalog?.instructions
          const after = { ...record, approved, ...(isShown && { instructions }) }
          await store.write([toMcpServerPut(after, { expect: version, order }), keep(null)])
        })
        return null
      })
    },
    async servers(workspaceId) {
      const found = await listServers(store, workspaceId)
      return {
        servers: await Promise.all(
          found.flatMap(each => ('unreadable' in each ? [] : [showServer(context, sessions, each)])),
        ),
        unreadable: found.flatMap(each => ('unreadable' in each ? [{ id: each.id, because: each.unreadable }] : [])),
        startsPrograms: context.upstream.startsPrograms,
      }
    },
    server: shown,
    tools: async (serverId, query) => findTools(await readServer(store, serverId), query),
    async offers(serverId) {
      const { catalog } = await readServer(store, serverId)
      const { resources = [], templates = [], prompts = [], completes = false } = catalog ?? {}
      return { resources, templates, prompts, completes }
    },
    test,
    async stop(serverId) {
      await sessions.of(serverId).stop()
      return shown(serverId)
    },
    startSignIn: async (serverId, origin, client) => signIns.start(serverId, checkOrigin(origin), client),
    async finishSignIn(returned) {
      const serverId = await signIns.finish(returned)
      const { signIn } = await shown(serverId)
      if (signIn.kind !== 'signed-in') return shown(serverId)
      // What failed before the sign-in says nothing about now.
      await sessions.drop(serverId)
      return test(serverId)
    },
    async signOut(serverId) {
      await signIns.signOut(serverId)
      await sessions.drop(serverId)
      return shown(serverId)
    },
    async resource(serverId, uri) {
      await readServer(store, serverId)
      return toFiles(await ask(serverId, (connection, signal) => connection.readResource(uri, signal)))
    },
    async complete(serverId, completion) {
      await readServer(store, serverId)
      return ask(serverId, (connection, signal) => connection.complete(completion, signal))
    },
    async prompt(serverId, name, given) {
      await readServer(store, serverId)
      const messages = await ask(serverId, (connection, signal) => connection.getPrompt(name, given, signal))
      const texts = messages.flatMap(message => (message.kind === 'text' ? [message.text] : []))
      return { text: texts.join('\n\n'), files: await toFiles(messages.filter(({ kind }) => kind === 'bytes')) }
    },
    questions: async chatId => context.asked.of(chatId),
    async answerQuestion(chatId, callId, reply) {
      if (!context.asked.answer(chatId, callId, reply)) {
        throw new EngineError('call-decided', 'This question was answered, or its call has ended.')
      }
    },
    toolsOf: workspaceId => toServerTools(context, sessions, workspaceId),
    async removalsOf(workspaceId) {
      const found = await listServers(store, workspaceId)
      const ids = found.map(each => ('unreadable' in each ? each.id : each.record.id))
      await Promise.all(found.flatMap(each => ('unreadable' in each ? [] : [sessions.drop(each.record.id)])))
      return (await Promise.all(ids.map(id => removalsOfServer(store, id)))).flat()
    },
    close: () => sessions.close(),
  }

  async function test(serverId: McpServerId): Promise<ShownMcpServer> {
    await readServer(store, serverId)
    try {
      await sessions.list(serverId)
    } catch (error) {
      if (!(error instanceof McpError)) throw error
    }
    return shown(serverId)
  }

  async function ask<Answer>(
    serverId: McpServerId,
    act: (connection: McpConnection, signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    const { record } = await readServer(store, serverId)
    if (!record.enabled) throw new EngineError('invalid', 'The server is switched off. Switch it on to use it.')
    try {
      return await sessions.of(serverId).retry(connection => act(connection, AbortSignal.timeout(ASK_MS)))
    } catch (error) {
      if (error instanceof McpError) throw new EngineError('mcp-failed', error.message)
      throw error
    }
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Where Stet is reached, as a browser names it: an origin, with the path that Stet is served below. */
function checkOrigin(text: string): string {
  const url = URL.parse(text)
  const isPlain = url !== null && `${url.origin}${url.pathname.replace(/\/$/, '')}` === text
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    throw new EngineError('invalid', 'this is not the address of a page', 'origin')
  }
  return text
}

/** Of a question that the user waits for. */
const ASK_MS = 30_000

function toRecord(
  { id, workspaceId }: Pick<McpServerRecord, 'id' | 'workspaceId'>,
  { name, enabled, reach, secrets }: McpServerForm,
): Omit<McpServerRecord, 'approved' | 'names' | 'instructions'> {
  return { id, workspaceId, name, enabled, reach, secretNames: Object.keys(secrets) }
}
