// The program that `npm start` runs. It is JavaScript and imports no packages, so Node 20 and newer can run it before
// anything is installed.
import { build, isBuilt } from './setup/build.mjs'
import { install, isInstalled } from './setup/install.mjs'
import { whileAlone } from './setup/lock.mjs'
import { orSayWhy } from './setup/or-say-why.mjs'
import { findNode, runProgram } from './setup/runtime.mjs'

await orSayWhy(async () => {
  const packages = { dev: false }
  if (!isInstalled(packages) || !isBuilt()) {
    await whileAlone(async () => {
      if (!isInstalled(packages)) await install(packages)
      if (!isBuilt()) await build(findNode())
    })
  }
  await runProgram(findNode(), 'dist/main.js', process.argv.slice(2))
})
