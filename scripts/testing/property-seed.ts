import fc from 'fast-check'

/**
 * Property tests draw the same cases in every run, so that a commit that passed once passes again.
 * New cases are drawn when they are asked for: STET_SEED=7 npx vitest run packages/models
 */
fc.configureGlobal({ seed: Number(process.env.STET_SEED ?? 20_261_116) })
