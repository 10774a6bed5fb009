import { checkPages } from './inspect-file.ts'

const [, , file] = process.argv
if (file === undefined) throw new Error('name the database to check')
process.send?.(checkPages(file, 'live'))
