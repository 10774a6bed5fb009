import { type Scene, say } from '../scene.ts'

export const table: Scene = {
  name: 'table',
  invitation: { say: 'table', get: 'a table with aligned columns' },
  matches: /\btables?\b|\bcolumns?\b/iu,
  play: () =>
    say(`
Some marks that proof-readers write:

| In the margin | Called | Asks the printer to | Changes the length by |
|:-------------:|:-------|:--------------------|----------------------:|
| **stet** | stet, with dots under the words | let them stand as they were | 0 |
| ₰ | dele | take out what is struck through | −n |
| ‸ | caret | put in what stands in the margin | +n |
| *tr* | transpose | change the order | 0 |
| *lc* | lower case | set capitals as small letters | 0 |
| ¶ | pilcrow | begin a new paragraph | +1 |

Only the first of them gives something back.`),
}
