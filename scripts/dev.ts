import { becomeCommand } from './setup/run-command.mjs'

/** Screens reload by themselves; the server starts anew when its own sources change. */
const watched = ['server', 'contract', 'db/migrations'].map((folder) => `--watch-path=${folder}`)

becomeCommand([
  process.execPath,
  ...watched,
  '--watch-preserve-output',
  'server/dev.ts',
  ...process.argv.slice(2),
])
