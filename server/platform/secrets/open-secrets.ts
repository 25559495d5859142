import { hash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../database/database.ts'
import { secretKinds, secretsOf, entryOf } from './secret-set.ts'
import type { SecretSet, SecretKind } from './secret-set.ts'
import { readFingerprint, refuseStoredSecrets, storeFingerprint } from './stored-secrets.ts'
import { now } from '../clock.ts'
import { fileProblem } from '../data-folder/file-problem.ts'

type Place<Tables> = { database: Database<Tables>; dataDir: string; secrets: SecretSet | null }

/**
 * Returns the secrets of the setting `SECRETS` or, without it, those of the file `secrets.json`, which is created at the
 * first start. Throws an error with a one-sentence message if the shop has used other secrets than these in the file.
 */
export async function openSecrets<Tables>({ database, dataDir, secrets }: Place<Tables>): Promise<SecretSet> {
  if (secrets) return secrets
  // Two processes that start on one empty folder must not both make the file.
  return database.exclusively(async () => {
    await refuseStoredSecrets(database)
    const fingerprint = await readFingerprint(database)
    const inFile = secretsOf(readSecretFile(dataDir) ?? [])
    if (fingerprint !== null && (!inFile || fingerprintOf(inFile) !== fingerprint))
      throw new Error(
        `The shop on this database has other secrets than ${dataDir}: set the same SECRETS for all its processes, or restore its secrets.json. If that is lost, set SECRETS to a new secret, which signs all users out.`,
      )
    const opened = inFile ?? makeSecretFile(dataDir)
    await storeFingerprint(database, fingerprintOf(opened))
    return opened
  })
}

/** Returns a hash of the secrets that sign. They are random, so they cannot be found from it. */
function fingerprintOf(secrets: SecretSet): string {
  const current = secretKinds.map((kind) => secrets[kind].current)
  return hash('sha256', JSON.stringify(current), 'base64url')
}

const ADVICE = 'restore it from a backup, or delete it to have new secrets made, which signs all users out'

/** The content of the file. `older` are secrets that an earlier version has replaced. Times are in UTC milliseconds. */
type Content = Record<SecretKind, string> & {
  older?: { kind: SecretKind; value: string; expiresAt: number }[]
}

/**
 * Returns the secrets in the file `secrets.json` of the data folder. Creates the file at the first start, readable only
 * by the user who runs the shop. Throws an error with a one-sentence message if the file is damaged, or cannot be read
 * or written. A damaged file is never replaced.
 */
export function fileSecrets(dataDir: string): SecretSet {
  const secrets = secretsOf(readSecretFile(dataDir) ?? [])
  return secrets ?? makeSecretFile(dataDir)
}

/**
 * Returns the secrets in `secrets.json` as entries of a list (`secretsOf`), or null if there is no such file. Leaves
 * older secrets out that have expired.
 */
export function readSecretFile(dataDir: string): string[] | null {
  const file = fileIn(dataDir)
  const text = readText(file)
  if (text === null) return null
  try {
    // cast: `entryOf` throws if a value is not a secret.
    const { older = [], ...current } = JSON.parse(text) as Content
    return [
      ...secretKinds.map((kind) => entryOf(kind, current[kind])),
      ...older.filter(({ expiresAt }) => expiresAt > now()).map(({ kind, value }) => entryOf(kind, value)),
    ]
  } catch {
    throw new Error(`${file} is damaged: ${ADVICE}.`)
  }
}

function makeSecretFile(dataDir: string): SecretSet {
  const file = fileIn(dataDir)
  const secrets = secretsOf([randomBytes(32).toString('base64url')])
  if (!secrets) throw new Error('A text has secrets of all kinds.')
  const { session, device, tokenKey } = secrets
  const content: Content = { session: session.current, device: device.current, tokenKey: tokenKey.current }
  try {
    writeFileSync(`${file}.new`, JSON.stringify(content, null, 2), { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
  } catch (error) {
    throw fileProblem(error, { file, ifDamaged: ADVICE })
  }
  return secrets
}

function readText(file: string): string | null {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8') : null
  } catch (error) {
    throw fileProblem(error, { file, ifDamaged: ADVICE })
  }
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'secrets.json')
}
