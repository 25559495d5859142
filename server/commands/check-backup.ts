import { resolve } from 'node:path'
import { openBackup } from './backup-file.ts'
import { runCommand } from './run-command.ts'

/** `npm run check-backup -- file`: checks that a backup is as it was written, without restoring it. */
await runCommand(async ([source]) => {
  if (!source) throw new Error('Say what: npm run check-backup -- crema-backup.db')
  const file = resolve(source)
  const archive = openBackup(file)
  try {
    const { files } = archive.prepare('SELECT count(*) AS files FROM archived_files').get() ?? {}
    return `${file} is a complete backup: the books and ${files} files.`
  } finally {
    archive.close()
  }
})
