import { copyPictures } from '#server/media/copy-pictures.ts'
import type { Copied } from '#server/media/copy-pictures.ts'
import { pictureFilesIn } from '#server/picture-stores.ts'
import { openCommandDatabase, runCommand } from './run-command.ts'

/**
 * `npm run move-pictures -- --to s3`: copies the files of all pictures from the data folder to the bucket of the
 * settings. `--to disk` copies them back. The shop may be running. The source keeps its files. The exit code is 1 if a
 * file is missing.
 */
await runCommand(async ([option, to]) => {
  if (option !== '--to' || (to !== 's3' && to !== 'disk'))
    throw new Error('Say where to: npm run move-pictures -- --to s3, or --to disk')
  const { config, database } = await openCommandDatabase()
  try {
    const from = to === 's3' ? 'disk' : 's3'
    const places = { from: pictureFilesIn(from, config), to: pictureFilesIn(to, config) }
    const copied = await copyPictures(database.read, places)
    const report = reportOf(copied, to)
    if (copied.missing.length > 0) throw new Error(report)
    return report
  } finally {
    await database.close()
  }
})

function reportOf({ files, bytes, same, onlyThere, missing, hosted }: Copied, to: string): string {
  return [
    ...missing.map((name) => `${name} is missing.`),
    `${files} files with ${bytes} bytes were copied to ${to}, and ${same} were there already. All of these were read back and compared.`,
    ...(onlyThere > 0 ? [`${onlyThere} files are in ${to} only.`] : []),
    ...(hosted > 0 ? [`${hosted} pictures are at imgBB and stay there.`] : []),
    ...(missing.length > 0 ? [`${missing.length} files are missing.`] : []),
  ].join('\n')
}
