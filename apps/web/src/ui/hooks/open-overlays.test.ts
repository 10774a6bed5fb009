import { expect, it } from 'vitest'
import { createOpenOverlays } from './open-overlays.ts'

it('[V1] closes the one that was opened last, whichever was closed before', () => {
  const closed: string[] = []
  const overlays = createOpenOverlays()
  const name = (what: string) => overlays.add(() => closed.push(what))
  name('drawer')
  const closeMenu = name('menu')
  const closeDialog = name('dialog')
  closeMenu()
  expect([overlays.closeTopmost(), closed]).toEqual([true, ['dialog']])
  closeDialog()
  expect([overlays.closeTopmost(), closed]).toEqual([true, ['dialog', 'drawer']])
})

it('[V1] says that nothing was open, and how many are after each change', () => {
  const counts: number[] = []
  const overlays = createOpenOverlays()
  overlays.onChange(count => counts.push(count))
  expect(overlays.closeTopmost()).toBe(false)
  const closeDrawer = overlays.add(() => undefined)
  const closeDialog = overlays.add(() => undefined)
  closeDrawer()
  closeDialog()
  expect(counts).toEqual([1, 2, 1, 0])
})
