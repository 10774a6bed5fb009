import { chmod, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fromKeyText, KeyTextError, makeKey, StoreError, toKeyText } from '@stet/store'

const NAME = 'secrets.key'
const FOR_THE_OWNER = 0o600

/**
 * The key under which the secrets of providers are sealed: made at the first start, in the data folder, readable by its owner alone
 * (Z-15). A copy of the database without this file reveals no secret.
 */
export async function openKeyFile(folder: string): Promise<Uint8Array> {
  const file = join(folder, NAME)
  const text = await readIfThere(file)
  if (text === null) return makeKeyFile(file)
  if (((await stat(file)).mode & 0o777) !== FOR_THE_OWNER) await chmod(file, FOR_THE_OWNER)
  try {
    return fromKeyText(text)
  } catch (error) {
    if (!(error instanceof KeyTextError)) throw error
    // A new key written over this one would lock the secrets out for good.
    throw new StoreError(
      'locked',
      `${file} is not a key that Stet wrote. Put the right file back, or remove it: the keys of your providers must then be entered again.`,
      error,
    )
  }
}

/** Whole or not at all: a crash in the middle leaves no half of a key to be refused at the next start. */
async function makeKeyFile(file: string): Promise<Uint8Array> {
  const key = makeKey()
  const next = `${file}.next`
  await rm(next, { force: true })
  const handle = await open(next, 'wx', FOR_THE_OWNER)
  try {
    await handle.writeFile(`${toKeyText(key)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(next, file)
  return key
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
