/** Where things are kept. */
export function StorageSetting() {
  return (
    <p className="max-w-[64ch] text-pretty text-ink-soft">
      Chats, files and keys are stored in the data folder of the computer that runs Stet, keys encrypted. This browser
      stores only your unsent drafts and the settings on the General page.
    </p>
  )
}
