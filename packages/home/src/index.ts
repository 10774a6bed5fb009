export { createSealer } from './create-sealer.ts'
export type { Home, HomeDeps } from './open-home.ts'
export { openHome } from './open-home.ts'
