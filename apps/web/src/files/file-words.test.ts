import { expect, it } from 'vitest'
import { formatSize } from '../formats/format-size.ts'
import { folderOf, joinPath, nameOf, versionWords } from './file-words.ts'

it('[T4] says sizes and versions as people do', () => {
  expect([0, 512, 1500, 20_400_000].map(formatSize)).toEqual(['0 B', '512 B', '1.5 kB', '20 MB'])
  expect([versionWords(3, 3), versionWords(15, 10)]).toEqual(['v3', 'v15 (10 stored)'])
})

it('[T4] takes a path apart and puts it together', () => {
  expect([folderOf('/a/b.md'), folderOf('/b.md'), nameOf('/a/b.md')]).toEqual(['/a', '/', 'b.md'])
  expect([joinPath('/', 'a'), joinPath('/a', 'b')]).toEqual(['/a', '/a/b'])
})
