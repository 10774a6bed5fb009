import { StoreError } from '@stet/store'
import { expect, it } from 'vitest'
import { ListenError } from '../listen.ts'
import { SettingsError } from '../settings.ts'
import { explainStartFailure } from './explain-start-failure.ts'

const denied = Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'open', path: '/data/lock.sqlite' })

it.each([
  ['a setting', new SettingsError('STET_PORT is "x".'), 'STET_PORT is "x".'],
  [
    'a taken port',
    new ListenError('Port 1 of ::1 is taken', 1, true, null),
    'Port 1 of ::1 is taken by node (process 7). End that, or choose another port with STET_PORT.',
  ],
  [
    'a port that is not ours to take',
    new ListenError('Port 1 of ::1 cannot be used (EACCES)', 1, false, null),
    'Port 1 of ::1 cannot be used (EACCES). Choose another port with STET_PORT.',
  ],
  [
    'a folder',
    new StoreError('refused', 'the data folder /data cannot be used: it cannot be written (EROFS)'),
    'the data folder /data cannot be used: it cannot be written (EROFS). Choose another folder with STET_DATA.',
  ],
  [
    '[FS-6] a file of somebody else',
    denied,
    '/data/lock.sqlite cannot be used (EACCES). See who owns it and whether there is room, or choose another data folder with STET_DATA.',
  ],
  ['a fault of its own', new TypeError('undefined is not a function'), null],
])('says of %s what happened and what to do', async (_, error, said) => {
  expect(await explainStartFailure(error, async () => ({ pid: 7, name: 'node' }))).toBe(said)
})
