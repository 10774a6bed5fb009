import { expect, it } from 'vitest'
import { createExtractText } from './extract-text.ts'
import { makeDocx, makePdf } from './testing/documents.ts'

const PDF = 'application/pdf'
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

it('[W4] extracts the text of a PDF and of a DOCX', async () => {
  const extract = createExtractText()
  const texts = await Promise.all([extract(makePdf('Ferns like shade'), PDF), extract(makeDocx('Moss too'), DOCX)])
  expect(texts.map(text => text.trim())).toEqual(['Ferns like shade', 'Moss too'])
})

it('[W4] refuses a damaged file, and one that takes too long', async () => {
  const damaged = Buffer.from('%PDF-1.4 and nothing else')
  await expect(createExtractText()(damaged, PDF)).rejects.toThrow()
  const hurried = createExtractText({ milliseconds: 0, megabytes: 512 })
  await expect(hurried(makePdf('Ferns'), PDF)).rejects.toThrow('it took too long')
})
