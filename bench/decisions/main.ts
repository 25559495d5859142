// The figures in docs/decisions. `npm run bench:decisions` measures everything, each in a process of its own;
// with a name, as in `npm run bench:decisions -- writes`, that alone. Every one takes less than 20 seconds.
import { runInForeground } from '../../scripts/setup/run-command.mjs'
import { printFinding } from './rounds.ts'
import type { Finding } from './rounds.ts'

/** Each loads only what it measures. */
const measurements: Record<string, () => Promise<Finding[]>> = {
  'writes': async () => (await import('./writes.ts')).measureWrites(),
  'reads': async () => (await import('./reads.ts')).measureReads(),
  'pages-of-rows': async () => (await import('./pages-of-rows.ts')).measurePages(),
  'tokens': async () => (await import('./tokens.ts')).measureTokens(),
  'sign-in': async () => (await import('./sign-in.ts')).measureSignIn(),
  'home-page': async () => (await import('./home-page.ts')).measureHomePage(),
  'script': async () => (await import('./script.ts')).measureScript(),
  'libraries': async () => (await import('./libraries.ts')).measureLibraries(),
  'pictures': async () => (await import('./pictures.ts')).measurePictures(),
  'install': async () => (await import('./install.ts')).measureInstall(),
  'first-answer': async () => (await import('./first-answer.ts')).measureFirstAnswer(),
  'backup': async () => (await import('./backup.ts')).measureBackup(),
}

const [name] = process.argv.slice(2)
const measure = name === undefined ? undefined : measurements[name]
if (measure) for (const finding of await measure()) printFinding(finding)
else if (name === undefined) for (const one of Object.keys(measurements)) await runInForeground([process.execPath, import.meta.filename, one])
else {
  console.error(`There is no measurement "${name}": ${Object.keys(measurements).join(', ')}.`)
  process.exitCode = 1
}
