import { describeJournal } from '../testing/describe-journal.ts'
import { openMemoryJournal } from './memory-journal.ts'

describeJournal('the memory journal', async () => openMemoryJournal())
