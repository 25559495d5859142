import { runTrials } from '../harness/trial.ts'
import { attacks } from './attacks.ts'

/** `npm run attack` runs all attacks in turn. */
await runTrials(attacks)
