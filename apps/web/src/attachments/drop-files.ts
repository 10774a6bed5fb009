import { type ClipboardEvent, useEffect, useState } from 'react'

/** Whether files are held over the page; dropped anywhere on it, they are added. */
export function useDroppedFiles(onFiles: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    // Entering a child fires before leaving its parent: only the count says whether the page was left.
    let depth = 0
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return
      depth += 1
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return
      depth -= 1
      if (depth <= 0) setOver(false)
    }
    const move = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      depth = 0
      setOver(false)
      onFiles([...(event.dataTransfer?.files ?? [])])
    }
    addEventListener('dragenter', enter)
    addEventListener('dragleave', leave)
    addEventListener('dragover', move)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragenter', enter)
      removeEventListener('dragleave', leave)
      removeEventListener('dragover', move)
      removeEventListener('drop', drop)
    }
  }, [onFiles])
  return over
}

/** Files on the clipboard. Text that is there too is pasted as text: a copied table is also a picture. */
export function pastedFiles({ clipboardData }: ClipboardEvent): readonly File[] {
  return clipboardData.types.includes('text/plain') ? [] : [...clipboardData.files]
}
