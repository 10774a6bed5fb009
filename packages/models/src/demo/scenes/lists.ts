import { type Scene, say } from '../scene.ts'

export const lists: Scene = {
  name: 'lists',
  invitation: { say: 'lists', get: 'bullets, numbers, nesting, tasks' },
  matches: /\b(?:bullet(?:ed|s)?|numbered|nested|check ?list|lists?)\b/iu,
  play: () =>
    say(`
Making tea, as a numbered list with some advice inside:

1. Boil fresh water.
2. Warm the pot.
   - Pour a little water in, turn it, pour it out.
   - A cold pot costs some ten degrees.
3. Add the leaves: a spoon for each cup.
4. Wait.
   1. Green: two minutes.
   2. Black: four.
   3. Herbs: as long as you like.

And what is done, as tasks:

- [x] kettle
- [x] pot
- [ ] patience`),
}
