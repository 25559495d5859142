import { readSnapshot } from '#server/books/snapshot.ts'
import { verifyBooks } from '#server/books/verify-books.ts'
import { readConfig } from '#server/config.ts'
import { runCommand } from './run-command.ts'

/**
 * `npm run verify-books`: checks that payments, refunds, orders, lines and stock agree. Reads one snapshot and changes
 * nothing, so the shop may be running. The exit code is 1 if something is wrong.
 */
await runCommand(async () => {
  const faults = await readSnapshot(readConfig(process.env), verifyBooks)
  if (faults.length > 0) throw new Error([...faults, `${faults.length} found in all.`].join('\n'))
  return 'The books are in order.'
})
