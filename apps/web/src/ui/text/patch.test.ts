import { expect, it } from 'vitest'
import { patchLines } from './patch.tsx'

it('[T1] a diff is drawn from its first changed place, without its header', () => {
  const patch =
    'Index: /a.md\n====\n--- /a.md\n+++ /a.md\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n\\ No newline at end of file\n'
  expect(patchLines(patch)).toEqual(['@@ -1,2 +1,2 @@', ' one', '-two', '+2'])
})
