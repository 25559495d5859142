import { becomeCommand } from './setup/run-command.mjs'

/**
 * Starts the shop for development. Pages reload when the client's sources change, and the server restarts when its
 * own sources change.
 */
const watched = ['server', 'contract', 'db/migrations'].map((folder) => `--watch-path=${folder}`)

becomeCommand([
  process.execPath,
  ...watched,
  '--watch-preserve-output',
  'server/dev.ts',
  ...process.argv.slice(2),
])
