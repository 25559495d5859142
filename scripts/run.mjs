// Runs a TypeScript program of the project, and first installs packages if needed: `node scripts/run.mjs <file> …`.
// This file is JavaScript and imports no packages, so Node 20 and newer can run it before anything is installed.
import { install, isInstalled } from './setup/install.mjs'
import { whileAlone } from './setup/lock.mjs'
import { orSayWhy } from './setup/or-say-why.mjs'
import { findNode, runProgram } from './setup/runtime.mjs'

await orSayWhy(async () => {
  const [program = '', ...args] = process.argv.slice(2)
  // The commands for the owner of a shop must not install what only tests and checks need.
  const packages = { dev: !program.startsWith('server/commands/') && program !== 'scripts/build.ts' }
  if (!isInstalled(packages)) {
    await whileAlone(async () => {
      if (!isInstalled(packages)) await install(packages)
    })
  }
  await runProgram(findNode(), program, args)
})
