import type { ToolPolicy } from '@stet/history'
import { expect, it } from 'vitest'
import { policyOf } from './tool.ts'

it.each<readonly [ToolPolicy, boolean, ToolPolicy | null, ToolPolicy]>([
  ['auto', false, null, 'auto'],
  ['confirm', false, null, 'confirm'],
  ['confirm', false, 'auto', 'auto'],
  ['auto', false, 'deny', 'deny'],
  ['confirm', true, 'auto', 'confirm'],
  ['auto', true, null, 'confirm'],
  ['confirm', true, 'deny', 'deny'],
])(
  '[R6] a tool of policy %s (always confirmed: %s) that a chat sets to %s has %s',
  (policy, alwaysConfirm, set, held) => {
    expect(policyOf({ policy, alwaysConfirm }, { policy: set })).toBe(held)
  },
)
