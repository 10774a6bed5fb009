export { createSearchFiles } from './search-files.ts'
export { createSeenFiles } from './seen-files.ts'
