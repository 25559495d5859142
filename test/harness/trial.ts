import { parseArgs } from 'node:util'

/** An attack on a running shop, or an outage of a part of it: it disturbs a shop and measures what happens. */
export type Trial = {
  /** The name by which `npm run attack -- <name>` or `npm run outage -- <name>` selects the trial. */
  name: string
  /** The description of the trial in the printed results. */
  title: string
  /** Starts a shop, disturbs it and returns the measured values. Every trial ends after a limited time. */
  run: (ground: Ground) => Promise<Figure[]>
}

/** One measured value. If `held` is false, the shop did not withstand the trial, and the command fails. */
export type Figure = { what: string; value: number | string; held: boolean }

export type Ground = {
  /** `short` takes seconds. `full` uses larger numbers and is the default of the commands. */
  size: 'short' | 'full'
  /** Registers what is called when the trial has ended, even if it has failed. What was registered last is called first. */
  after: (dispose: () => unknown) => void
}

/** Returns a figure that must be 0. */
export const none = (what: string, value: number): Figure => atMost(what, value, 0)

/** Returns a figure that must not be above `max`. */
export function atMost(what: string, value: number, max: number): Figure {
  return { what, value, held: value <= max }
}

/** Returns a figure that must have the value `expected`. */
export function equals(what: string, value: number, expected: number): Figure {
  return { what, value, held: value === expected }
}

/** Runs a trial, and then everything that it has registered with `after`. */
export async function runTrial({ run }: Trial, size: Ground['size']): Promise<Figure[]> {
  const stack = new AsyncDisposableStack()
  const after: Ground['after'] = (dispose) => stack.defer(async () => void (await dispose()))
  return run({ size, after }).finally(() => stack.disposeAsync())
}

/**
 * Runs trials in full size and prints the measured values. The arguments of the process are the names of the trials to
 * run. `--short` takes only seconds for each.
 */
export async function runTrials(trials: Trial[]): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { short: { type: 'boolean' } },
  })
  for (const trial of trials.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
    console.log(`${trial.name}: ${trial.title}`)
    for (const { what, value, held } of await runTrial(trial, values.short ? 'short' : 'full')) {
      console.log(`  ${held ? 'held  ' : 'FAILED'} ${what}: ${value}`)
      if (!held) process.exitCode = 1
    }
  }
}
