export { toMarkdown } from './to-markdown.ts'
export { toOpenApi } from './to-open-api.ts'
