import { build } from './setup/build.mjs'
import { orSayWhy } from './setup/or-say-why.mjs'

await orSayWhy(() => build(process.execPath))
