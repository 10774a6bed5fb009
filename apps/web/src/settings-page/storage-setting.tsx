import { useState } from 'react'
import { formatBytes } from '../formats/format-bytes.ts'
import { useServices } from '../state/services.ts'
import { useAttempt } from '../state/use-attempt.ts'
import { StorageLine, useStorage } from '../storage/storage-line.tsx'
import { Button } from '../ui/controls/button.tsx'
import { ButtonLink } from '../ui/controls/button-link.tsx'

/** Where things are kept, and how much of it there is (S5). */
export function StorageSetting() {
  const { client } = useServices()
  const { refetch } = useStorage()
  const { trouble, attempt } = useAttempt()
  const [swept, setSwept] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function sweep(): Promise<void> {
    setBusy(true)
    setSwept(null)
    const sweeping = client.sweep().then(({ deleted, bytes }) => {
      setSwept(deleted === 0 ? 'Nothing to delete.' : `Deleted ${filesWords(deleted)}, ${formatBytes(bytes)}.`)
      return refetch()
    })
    await attempt('Could not clean up', sweeping)
    setBusy(false)
  }

  return (
    <>
      <p className="max-w-[64ch] text-pretty text-ink-soft">
        Chats, files and keys are stored in the data folder of the computer that runs Stet, keys encrypted. This browser
        stores only the settings on the General page, and what you type until Stet has saved it.
      </p>
      <StorageLine className="mt-4" />
      <p className="mt-4">
        <ButtonLink to="/attachments" icon="attach">
          Manage attachments
        </ButtonLink>
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button look="outline" disabled={busy} onClick={() => void sweep()}>
          {busy ? 'Cleaning up…' : 'Clean up now'}
        </Button>
        <p role="status" className="text-ink-soft">
          {swept ?? 'Deletes files that nothing has referred to for a day. This also happens every hour.'}
        </p>
      </div>
      {trouble && (
        <p role="alert" className="mt-2 text-red">
          {trouble.what}. {trouble.because}
        </p>
      )}
    </>
  )
}

function filesWords(count: number): string {
  return count === 1 ? '1 file' : `${count} files`
}
