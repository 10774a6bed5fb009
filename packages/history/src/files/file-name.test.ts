import { describe, expect, it } from 'vitest'
import { toFileName } from './file-name.ts'

describe('toFileName', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['C:\\Windows\\x.exe', 'C__Windows_x.exe'],
    ['.bashrc', 'bashrc'],
    ['a\r\nSet-Cookie: x.txt', 'a__Set-Cookie_ x.txt'],
    ['invoice\u202egpj.exe', 'invoice_gpj.exe'],
    ['NUL', '_NUL'],
    ['con.txt', '_con.txt'],
    ['', 'file'],
    [' .. ', 'file'],
    ['日本語 ファイル.txt', '日本語 ファイル.txt'],
    ['e\u0301.txt', '\u00e9.txt'],
    ['lone \ud800.txt', 'lone _.txt'],
  ])('[Z-8] makes %j %j', (given, name) => {
    expect(toFileName(given)).toBe(name)
  })

  it('[Z-8] shortens a long name by what a reader sees, and keeps its extension', () => {
    const name = toFileName(`${'👩‍👩‍👧'.repeat(300)}.jpeg`)
    expect(name.endsWith('👩‍👩‍👧.jpeg')).toBe(true)
    expect([...new Intl.Segmenter('en').segment(name)]).toHaveLength(200)
    expect(toFileName(name)).toBe(name)
  })
})
