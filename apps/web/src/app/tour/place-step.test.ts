import { expect, it } from 'vitest'
import { placeStep } from './place-step.ts'

const step = { width: 320, height: 160 }
const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

it('[V5] a step of the tour is beside what it points at, and inside the screen', () => {
  expect(placeStep({ left: 300, top: 100, width: 40, height: 400 }, step, desk)).toEqual({ left: 352, top: 100 })
  expect(placeStep({ left: 300, top: 20, width: 100, height: 24 }, step, desk)).toEqual({ left: 300, top: 56 })
  // The line beside a short message: beside it the step would cover the message.
  expect(placeStep({ left: 300, top: 100, width: 40, height: 56 }, step, desk)).toEqual({ left: 300, top: 168 })
  // Too near to an edge for its whole width or height.
  expect(placeStep({ left: 1400, top: 20, width: 32, height: 32 }, step, desk)).toEqual({ left: 1108, top: 64 })
  expect(placeStep({ left: 300, top: 850, width: 100, height: 24 }, step, desk)).toEqual({ left: 300, top: 678 })
})

it('[V5] a step is a sheet from below on a phone, and from above where it would cover what it points at', () => {
  const sheet = { width: 390, height: 200 }
  expect(placeStep({ left: 0, top: 100, width: 28, height: 60 }, sheet, phone)).toEqual({ left: 0, top: 644 })
  expect(placeStep({ left: 100, top: 700, width: 40, height: 40 }, sheet, phone)).toEqual({ left: 0, top: 0 })
  // Covered either way: where less of it is.
  expect(placeStep({ left: 0, top: 100, width: 28, height: 600 }, sheet, phone)).toEqual({ left: 0, top: 644 })
  expect(placeStep({ left: 0, top: 180, width: 28, height: 600 }, sheet, phone)).toEqual({ left: 0, top: 0 })
})

it('[V5] a step that points at nothing is in the middle', () => {
  expect(placeStep(null, step, desk)).toEqual({ left: 560, top: 370 })
  expect(placeStep(null, { width: 390, height: 200 }, phone)).toEqual({ left: 0, top: 644 })
})
