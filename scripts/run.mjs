// Runs one of our TypeScript programs, installing packages first when needed: `node scripts/run.mjs <file> …`.
// Plain JavaScript without packages: it runs on any Node from 20 on, before anything is installed.
import { install, isInstalled } from './setup/install.mjs'
import { whileAlone } from './setup/lock.mjs'
import { orSayWhy } from './setup/or-say-why.mjs'
import { findNode, runProgram } from './setup/runtime.mjs'

await orSayWhy(async () => {
  const [program = '', ...args] = process.argv.slice(2)
  const packages = { dev: true }
  if (!isInstalled(packages)) {
    await whileAlone(async () => {
      if (!isInstalled(packages)) await install()
    })
  }
  await runProgram(findNode(), program, args)
})
