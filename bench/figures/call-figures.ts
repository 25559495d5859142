import { readFigures } from './read-figures.ts'
import { signInFigure } from './sign-in-figure.ts'
import { writeFigures } from './write-figures.ts'
import type { Measurement } from '../shop/stage.ts'

/** What many may ask for at once. */
export const busyCalls: Measurement[] = [...readFigures, ...writeFigures]

export const allCalls: Measurement[] = [...busyCalls, signInFigure]
