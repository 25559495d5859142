import { becomeCommand } from './setup/run-command.mjs'

/** Starts the shop for development. Pages reload on changes, and the server restarts when its sources change. */
const watched = ['server', 'contract', 'db/migrations'].map((folder) => `--watch-path=${folder}`)

becomeCommand([
  process.execPath,
  ...watched,
  '--watch-preserve-output',
  'server/dev.ts',
  ...process.argv.slice(2),
])
