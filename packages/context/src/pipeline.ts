import type { Layer } from './layer.ts'
import { checkpoint } from './layers/checkpoint.ts'
import { origins } from './layers/origins.ts'
import { pairing } from './layers/pairing.ts'
import { specialRoles } from './layers/special-roles.ts'

/** Every layer that decides what is sent, in the order in which they decide. */
export const pipeline: readonly Layer[] = [specialRoles, checkpoint, origins, pairing]
