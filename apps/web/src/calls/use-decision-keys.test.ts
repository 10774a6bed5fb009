import { expect, it } from 'vitest'
import { actFor } from './use-decision-keys.ts'

const section = Object.assign(new EventTarget(), { tagName: 'SECTION' })
const input = Object.assign(new EventTarget(), { tagName: 'INPUT' })
const plain = { ctrlKey: false, metaKey: false, altKey: false, repeat: false, target: section }

it('[Z-7] A approves and D denies, not in the first half second, not held down, not while typing', () => {
  expect([
    actFor({ ...plain, key: 'a' }, 500),
    actFor({ ...plain, key: 'D' }, 9000),
    actFor({ ...plain, key: 'a' }, 499),
    actFor({ ...plain, key: 'a' }, Number.NaN),
    actFor({ ...plain, key: 'a', repeat: true }, 900),
    actFor({ ...plain, key: 'a', ctrlKey: true }, 900),
    actFor({ ...plain, key: 'a', target: input }, 900),
    actFor({ ...plain, key: 'x' }, 900),
  ]).toEqual(['a', 'd', null, null, null, null, null, null])
})
