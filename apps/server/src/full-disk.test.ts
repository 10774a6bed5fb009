import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { StetProcess, temporaryFolder } from './testing/stet-process.ts'

const namespaces = process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount']
const canMount = spawnSync('unshare', [...namespaces, 'true']).status === 0

describe.runIf(canMount)('a disk that is full at the start', { timeout: 120_000 }, () => {
  it('[FS-2] everything can still be read, and the page says that nothing can be saved', async () => {
    await using folder = await temporaryFolder()
    const env = { STET_DATA: `${folder.path}/data`, STET_DEMO_PACE: '0' }
    const before = new StetProcess(env)
    const { id } = await (await before.client()).createChat()
    // Not ended in order: its log must be read too.
    before.kill('SIGKILL')
    await before.ended()

    await using stet = new StetProcess(env, [], {
      // A disk of its own with a copy of the folder and not one free block, in a mount namespace that ends with the process.
      command: 'unshare',
      args: [
        ...namespaces,
        'sh',
        '-c',
        `cp -a "$1" "$1.copy" && mount -t tmpfs -o size=8m,mode=700 stet "$1" && cp -a "$1.copy/." "$1" &&
         { dd if=/dev/zero of="$1/ballast" bs=512 2>/dev/null || true; } && shift && exec "$@"`,
        'sh',
        env.STET_DATA,
      ],
    })
    const client = await stet.client()
    expect((await client.chat(id)).chat.id).toBe(id)
    expect((await client.listChats({ limit: 5 })).chats.length).toBe(1)
    expect((await client.readOnly()).readOnly).toEqual({
      because: 'the disk is full. Free some space, then start Stet again.',
      download: null,
    })
    await expect(client.health()).rejects.toMatchObject({ status: 503, code: 'read-only' })
    await expect(client.createChat()).rejects.toMatchObject({ code: 'read-only' })
    stet.kill('SIGTERM')
    expect(await stet.ended()).toMatchObject({ code: 0, stderr: expect.stringMatching(/the disk is full/) })
  })
})
