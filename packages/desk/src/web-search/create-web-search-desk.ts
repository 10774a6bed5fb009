import { WEB_SEARCH_COMMANDS, type WebSearchForm } from '@stet/commands'
import { createCommands, EngineError } from '@stet/engine'
import {
  fromWebSearchRow,
  type Operation,
  type Put,
  type ReadRow,
  toWebSearchKeyPut,
  toWebSearchPut,
  WEB_SEARCH_ID,
  WEB_SEARCH_KEYS_SHELF,
  WEB_SEARCH_SHELF,
  type WebSearchRecord,
} from '@stet/store'
import { askService, createWebSearch, SEARCH_SERVICES, type SearchConnection, WebSearchError } from '@stet/tools'
import { checkUrl } from '../providers/check-address.ts'
import { openSealed } from '../providers/open-sealed.ts'
import { retryConflict } from '../retry-conflict.ts'
import type { WebSearchDeps, WebSearchDesk, WebSearchSetting } from './web-search-desk.ts'

const THIS_COMPUTER = 'It is on this computer'
/** For a test: any engine finds something. */
const TRIED = { words: 'weather', count: 3 }
const TEST_MS = 30_000
const NOT_SET_UP = 'no search service is set up (Settings, Web search)'

/** One search service for the whole home. */
export function createWebSearchDesk(deps: WebSearchDeps): WebSearchDesk {
  const { store, sealer, fetch, localFetch = fetch } = deps
  const commands = createCommands(deps)

  async function readSaved(): Promise<Saved> {
    const [row, key] = await Promise.all([
      store.get(WEB_SEARCH_SHELF, WEB_SEARCH_ID),
      store.get(WEB_SEARCH_KEYS_SHELF, WEB_SEARCH_ID),
    ])
    const read = row === null ? null : fromWebSearchRow(row)
    const record = read === null || 'unreadable' in read ? null : read
    return { record, isUnreadable: read !== null && record === null, version: row?.version ?? 0, key }
  }

  /** The saved key, or null where it does not open. */
  async function openKey({ record, key }: Saved): Promise<string | null> {
    const opened = record === null ? null : await openSealed(sealer, key, boundTo(record))
    return opened === null ? null : new TextDecoder().decode(opened)
  }

  async function setting(): Promise<WebSearchSetting> {
    const saved = await readSaved()
    const services = Object.values(SEARCH_SERVICES).map(({ name, label, address, needsKey, help }) => ({
      name,
      label,
      address,
      needsKey,
      help,
    }))
    const isLocked = saved.record?.hasKey === true && (await openKey(saved)) === null
    const trouble = saved.isUnreadable
      ? 'What was saved cannot be read. Enter it again.'
      : isLocked
        ? 'The saved key cannot be opened with the key file that is here. Enter it again.'
        : null
    return { services, saved: saved.record, trouble }
  }

  function connect(record: WebSearchRecord, key: string | null): SearchConnection {
    const { service, url, thisComputer } = record
    const address = url ?? SEARCH_SERVICES[service].address
    if (address === null) throw new Error(`${service} has no address of its own`)
    return { service, address, key, fetch: thisComputer ? localFetch : fetch }
  }

  /** What is filled in, with the key that it would be used with. */
  async function complete(
    given: WebSearchForm,
    saved: Saved,
  ): Promise<{ record: WebSearchRecord; key: string | null }> {
    const form = checkForm(given)
    const { key: entered, ...reach } = form
    const stays = entered === undefined && saved.record?.hasKey === true
    if (stays && saved.record !== null && boundTo(saved.record) !== boundTo(reach)) {
      throw new EngineError('invalid', 'the key was given for another address; enter it again to use it here', 'key')
    }
    const key = stays ? await openKey(saved) : (entered ?? null)
    if (stays && key === null) throw new EngineError('invalid', 'the saved key cannot be opened; enter it again', 'key')
    if (key === null && SEARCH_SERVICES[form.service].needsKey) {
      throw new EngineError('invalid', `${SEARCH_SERVICES[form.service].label} needs a key`, 'key')
    }
    return { record: { ...reach, hasKey: key !== null }, key }
  }

  const tool = createWebSearch({
    async search(query, signal) {
      const saved = await readSaved()
      if (saved.record === null) return { kind: 'refused', because: `The search was not made: ${NOT_SET_UP}.` }
      const key = await openKey(saved)
      if (saved.record.hasKey && key === null) {
        return {
          kind: 'refused',
          because: 'The key of the search service cannot be opened. The user has to enter it again.',
        }
      }
      try {
        return { kind: 'found', hits: await askService(connect(saved.record, key), query, signal) }
      } catch (error) {
        if (error instanceof WebSearchError) return { kind: 'refused', because: error.message }
        throw error
      }
    },
  })
  const notSetUp = { ...tool, unavailable: NOT_SET_UP }

  async function write(saved: Saved, next: { record: WebSearchRecord; key: string | null } | null, keep: Put) {
    const keyVersion = saved.key?.version ?? 0
    const operations: Operation[] = [keep]
    if (next !== null) operations.push(toWebSearchPut(next.record, saved.version))
    else if (saved.version > 0) {
      operations.push({ kind: 'remove', shelf: WEB_SEARCH_SHELF, id: WEB_SEARCH_ID, expect: saved.version })
    }
    if (next !== null && next.key !== null) {
      const sealed = await sealer.seal(new TextEncoder().encode(next.key), boundTo(next.record))
      operations.push(toWebSearchKeyPut(sealed, keyVersion))
    } else if (keyVersion > 0) {
      operations.push({ kind: 'remove', shelf: WEB_SEARCH_KEYS_SHELF, id: WEB_SEARCH_ID, expect: keyVersion })
    }
    await store.write(operations)
  }

  return {
    setting,
    async test(form) {
      const { record, key } = await complete(form, await readSaved())
      try {
        return { ok: true, hits: await askService(connect(record, key), TRIED, AbortSignal.timeout(TEST_MS)) }
      } catch (error) {
        if (error instanceof WebSearchError) return { ok: false, because: error.message }
        throw error
      }
    },
    tool: async () => ((await readSaved()).record === null ? notSetUp : tool),
    async changeWebSearch(command) {
      const secrets = await sealer.hash(new TextEncoder().encode(JSON.stringify(command.form.key ?? null)))
      const act = async (keep: (answer: null) => Put) => {
        await retryConflict(async () => {
          const saved = await readSaved()
          await write(saved, await complete(command.form, saved), keep(null))
        })
        return null
      }
      await commands.once(WEB_SEARCH_COMMANDS.changeWebSearch, command, act, secrets)
      return setting()
    },
    async removeWebSearch(command) {
      await commands.once(WEB_SEARCH_COMMANDS.removeWebSearch, command, async keep => {
        await retryConflict(async () => write(await readSaved(), null, keep(null)))
        return null
      })
      return setting()
    },
  }
}

interface Saved {
  readonly record: WebSearchRecord | null
  readonly isUnreadable: boolean
  readonly version: number
  readonly key: ReadRow | null
}

type Reached = Pick<WebSearchRecord, 'service' | 'url'>

/** A key is sealed for the address it was given for: another one cannot open it (Z-13). */
function boundTo({ service, url }: Reached): string {
  const address = url ?? SEARCH_SERVICES[service].address ?? ''
  return `key of the search service ${service} for ${(URL.parse(address)?.href ?? address).replace(/\/+$/, '')}`
}

/** Throws for the first field that is wrong, with its name and a clause for the user. */
function checkForm(form: WebSearchForm): WebSearchForm {
  const { label, address } = SEARCH_SERVICES[form.service]
  const url = form.url === null || form.url.trim() === '' ? null : form.url.trim()
  if (url === null && address === null) throw new EngineError('invalid', `${label} needs an address`, 'url')
  if (url !== null) {
    const { search, hash } = checkUrl(
      'url',
      url,
      form.thisComputer ? 'with-loopback' : 'without-loopback',
      THIS_COMPUTER,
    )
    if (search !== '' || hash !== '') throw new EngineError('invalid', 'the address has neither ? nor #', 'url')
  }
  const key = typeof form.key === 'string' && form.key.trim() === '' ? null : form.key
  if (typeof key === 'string' && !/^[\x21-\x7e]+$/.test(key.trim())) {
    throw new EngineError('invalid', 'a key has only letters, digits and signs, and no spaces', 'key')
  }
  return { ...form, url, ...(key !== undefined && { key: key === null ? null : key.trim() }) }
}
