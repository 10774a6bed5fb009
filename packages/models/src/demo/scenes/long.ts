import { type Scene, say } from '../scene.ts'

export const long: Scene = {
  name: 'long',
  invitation: { say: 'long answer', get: 'a few minutes of reading, to scroll in or to stop' },
  matches: /\blong(?:er)?\b|\bessay\b|\bstory\b/iu,
  play: () =>
    say(`
# On letting things stand

## The mark

A proof-reader strikes out a word, thinks again, and regrets it. The ink is dry. Instead of writing the word again, they set a row of dots under it and put four letters in the margin: *stet*, Latin for *let it stand*. The printer reads the dots, ignores the stroke and sets the word as it was.

It is an odd mark. All the others ask for a change; this one asks for a change to be forgotten. And it works only because of something so plain that nobody mentions it: the word under the stroke can still be read. A proof-reader who scratched words out with a knife could never write *stet*. The mark is a promise that rests on a habit, the habit of striking through and not erasing.

## The ledger

Merchants came to the same habit from another side. A book in which figures may be scraped off and written over is worth nothing in a quarrel, since nobody can tell what it said last week. So a wrong entry is left where it is, and a second one is added that takes it back. The sum comes out right, and the mistake remains to be seen, with its date, beside its correction.

This looks wasteful, and is the opposite. A balance can always be worked out again from the entries. The entries can never be worked out again from a balance.

## The logbook

On a ship, and in a laboratory, the rule has one more line: strike through *once*, so that what was written stays legible, and put your initials beside it. Nobody supposes that the first reading was right. It is kept because the difference between two readings may be what explains a third, on a day when no one remembers either.

A record of this kind is not a description of the world. It is a description of what was believed, in order. That turns out to be the more useful of the two.

## The chat

A conversation with a language model has the shape of such a record, and is seldom treated as one. It grows. A model can read only so much at a time, and what it reads must be paid for, so something has to give. The easy way is to shorten the conversation itself: drop the oldest messages, replace a long result by a short one, let a summary take the place of what it sums up. Each time the request becomes smaller, and each time something has been scratched out with a knife.

There is another way, and it is the merchant's. Keep the entries, and compute the balance. The conversation is the record, and it stands. What the model is shown is a *view* of it, worked out for one request and thrown away afterwards. The view may be as short as it likes. It may leave out, cut and condense, for nothing is lost by it, and tomorrow it may be worked out differently.

Three things follow.

1. **Mistakes become cheap.** A bad summary is a bad view. Take it away and what it stood for is still there.
2. **Questions have answers.** Why did the model not know what was said an hour ago? Look at what it was sent. The record says what was said, the view says what was shown, and the difference between the two is the reason.
3. **Numbers agree.** Whatever is computed from entries that never change comes out the same today and next year.

## The price

There is a price, and it should be named. A record that only grows takes up room. Everything that looks at it must be written so that it does not read all of it each time. And to delete something on purpose, which every person has the right to do, has to be an act of its own, done openly and with a note of what it cost, since it is the one thing the habit was made to prevent.

That is a small price for four letters in the margin. The word is struck through, the dots are under it, and the next reader can see both, and decide.`),
}
