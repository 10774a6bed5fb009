import { loadTranscripts } from './context/load-transcripts.ts'
import { measureAssembly } from './context/measure-assembly.ts'
import { measureCost } from './context/measure-cost.ts'
import { measureEstimator } from './context/measure-estimator.ts'
import type { Bench } from './harness/row.ts'

const bench: Bench = async report => {
  const transcripts = loadTranscripts()
  if (transcripts === null) {
    console.log('The recorded conversations are not beside the project: nothing of the context is measured.')
    return
  }
  await measureEstimator(transcripts, report)
  await measureAssembly(transcripts, report)
  measureCost(transcripts, report)
}

export default bench
