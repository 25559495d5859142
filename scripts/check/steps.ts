import { spawn } from 'node:child_process'

/** One check: a program of the project or of a package. It is run by the Node binary that runs this process. */
export type Step = { name: string; command: string[] }

export type StepResult = { name: string; passed: boolean; output: string; ms: number }

/** The checks of `npm run check`. None of them starts the shop or runs tests. */
export const steps: Step[] = [
  {
    name: 'types of the client',
    command: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.client.json', '--pretty', 'false'],
  },
  { name: 'types of everything else', command: ['node_modules/typescript/bin/tsc', '--pretty', 'false'] },
  {
    name: 'imports',
    command: ['node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', '--output-type', 'err', '.'],
  },
  {
    name: 'unused code',
    command: ['node_modules/knip/bin/knip.js', '--no-progress', '--treat-config-hints-as-errors'],
  },
  {
    name: 'lint',
    command: ['node_modules/oxlint/bin/oxlint', '--deny-warnings', '--report-unused-disable-directives'],
  },
  { name: 'format', command: ['node_modules/oxfmt/bin/oxfmt', '--check'] },
  { name: 'structure', command: ['scripts/check-structure.ts'] },
]

/** Runs one check. Returns whether it passed, and its output. */
export function runStep({ name, command }: Step): Promise<StepResult> {
  const started = Date.now()
  const child = spawn(process.execPath, command, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk))
  return new Promise((resolve) => {
    child.on('error', (error) =>
      resolve({ name, passed: false, output: error.message, ms: Date.now() - started }),
    )
    child.on('close', (code) => resolve({ name, passed: code === 0, output, ms: Date.now() - started }))
  })
}
