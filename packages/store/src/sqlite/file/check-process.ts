import { constants, setPriority } from 'node:os'
import { checkPages } from './inspect-file.ts'

const [, , file, depth] = process.argv
if (file === undefined) throw new Error('name the database to check')
setPriority(constants.priority.PRIORITY_LOW)
process.send?.(checkPages(file, 'live', depth === 'whole' ? 'whole' : 'pages'))
