export { assembleInputs } from './assemble-inputs.ts'
export type { Protocol } from './native-content.ts'
export { protocols, speaking } from './native-content.ts'
export { propertyRuns } from './property-runs.ts'
