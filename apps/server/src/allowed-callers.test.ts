import { expect, it } from 'vitest'
import { allowedCallers } from './allowed-callers.ts'

it('[Z-1] [Z-2] allows loopback by its names, with the port that is ours', () => {
  expect(allowedCallers(4848)).toEqual({
    hosts: ['127.0.0.1:4848', 'localhost:4848', '[::1]:4848'],
    origins: ['http://127.0.0.1:4848', 'http://localhost:4848', 'http://[::1]:4848'],
  })
})

it('allows the names alone on the port that browsers do not write', () => {
  expect(allowedCallers(80)).toEqual({
    hosts: ['127.0.0.1', '127.0.0.1:80', 'localhost', 'localhost:80', '[::1]', '[::1]:80'],
    origins: ['http://127.0.0.1', 'http://localhost', 'http://[::1]'],
  })
})
