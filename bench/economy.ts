import { loadTranscripts } from './context/load-transcripts.ts'
import { measureFacts } from './economy/measure-facts.ts'
import { measureForgetting } from './economy/measure-forgetting.ts'
import type { Bench } from './harness/row.ts'

const bench: Bench = async report => {
  const transcripts = loadTranscripts()
  if (transcripts === null) {
    console.log('The recorded conversations are not beside the project: nothing of the economy is measured.')
    return
  }
  measureFacts(transcripts, report)
  measureForgetting(transcripts, report)
}

export default bench
