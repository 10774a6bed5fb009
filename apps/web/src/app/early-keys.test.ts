import { expect, it } from 'vitest'
import { createEarlyKeys } from './early-keys.ts'

function press(page: EventTarget, key: string, more: object = {}): Event {
  const event = Object.assign(new Event('keydown', { cancelable: true }), { key, ...more })
  page.dispatchEvent(event)
  return event
}

function open() {
  const page = new EventTarget()
  return { page, keys: createEarlyKeys(page as Pick<Window, 'addEventListener' | 'removeEventListener'>) }
}

it('[V1] what is typed before the palette has the focus is collected, and the page below does not get it', () => {
  const { page, keys } = open()
  keys.collect(() => undefined)
  const typed = ['c', 'h', 'Backspace', 'ArrowDown', 'Enter'].map(key => press(page, key))
  expect(typed.every(event => event.defaultPrevented)).toBe(true)
  expect(press(page, 'k', { ctrlKey: true }).defaultPrevented).toBe(false)
  expect(press(page, 'Tab').defaultPrevented).toBe(false)
  expect(keys.take()).toEqual(['c', 'h', 'Backspace', 'ArrowDown', 'Enter'])
  expect(press(page, 'x').defaultPrevented).toBe(false)
  expect(keys.take()).toEqual([])
})

it('[V1] Escape ends it, and nothing that was typed is left for the next time', () => {
  const { page, keys } = open()
  let escaped = 0
  keys.collect(() => {
    escaped += 1
  })
  press(page, 'a')
  press(page, 'Escape')
  expect(escaped).toBe(1)
  expect(press(page, 'b').defaultPrevented).toBe(false)
  keys.collect(() => undefined)
  press(page, 'c')
  expect(keys.take()).toEqual(['c'])
})
