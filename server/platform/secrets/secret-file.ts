import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { now } from '../clock.ts'
import { fileProblem } from '../data-folder/file-problem.ts'
import { ACCEPTED_MS, isSecret, makeSecrets, secretKinds, setOf } from './secret-set.ts'
import type { SecretSet, StoredSecret } from './secret-set.ts'
import { Secrets } from './secrets.ts'

const ADVICE = 'restore it from a backup, or delete it to have new secrets made, which signs all users out'

/**
 * Returns the secrets in the file `secrets.json` of the data folder. Creates the file at the first start, readable only
 * by the user who runs the shop. Throws an error with a one-sentence message if the file is damaged, or cannot be read
 * or written. A damaged file is never replaced.
 */
export function fileSecrets(dataDir: string): Secrets {
  const stored = readSecretFile(dataDir) ?? makeSecretFile(dataDir)
  if (stored.some(hasExpired)) writeSecretFile(dataDir, stored)
  const secrets: Secrets = new Secrets(setInFile(stored), async () => {
    const inFile = readSecretFile(dataDir)
    // A running shop keeps its secrets if the file is deleted.
    return inFile ? setInFile(inFile) : secrets.latest
  })
  return secrets
}

function setInFile(stored: StoredSecret[]): SecretSet {
  return setOf(stored.filter((secret) => !hasExpired(secret)).map((secret) => ({ ...secret, signs: true })))
}

function hasExpired({ expiresAt }: StoredSecret): boolean {
  return expiresAt !== null && expiresAt <= now()
}

/** Returns the content of `secrets.json`, with the newest secrets first, or null if there is no such file. */
export function readSecretFile(dataDir: string): StoredSecret[] | null {
  const file = fileIn(dataDir)
  const text = readText(file)
  if (text === null) return null
  const stored = parseSecrets(text)
  if (!stored) throw new Error(`${file} is damaged: ${ADVICE}.`)
  return stored
}

export function makeSecretFile(dataDir: string): StoredSecret[] {
  writeSecretFile(dataDir, makeSecrets())
  return readSecretFile(dataDir) ?? []
}

/**
 * Makes new secrets in `secrets.json`. With `signOut`, the older ones are no longer accepted. Otherwise they are
 * accepted until everything that they signed has expired.
 */
export function rotateSecretFile(dataDir: string, { signOut }: { signOut: boolean }): void {
  const retired = (readSecretFile(dataDir) ?? []).map((secret) => ({
    ...secret,
    expiresAt: secret.expiresAt ?? now() + ACCEPTED_MS[secret.kind],
  }))
  writeSecretFile(dataDir, [...makeSecrets(), ...(signOut ? [] : retired)])
}

function writeSecretFile(dataDir: string, stored: StoredSecret[]): void {
  const file = fileIn(dataDir)
  try {
    writeFileSync(`${file}.new`, textOf(stored.filter((secret) => !hasExpired(secret))), {
      mode: 0o600,
      flush: true,
    })
    renameSync(`${file}.new`, file)
  } catch (error) {
    throw fileProblem(error, { file, ifDamaged: ADVICE })
  }
}

/** Returns the secrets as the text of `secrets.json`. */
export function textOf(stored: StoredSecret[]): string {
  const current = stored.filter(({ expiresAt }) => expiresAt === null)
  const older = stored.filter(({ expiresAt }) => expiresAt !== null)
  const byKind = Object.fromEntries(current.map(({ kind, value }) => [kind, value]))
  return JSON.stringify(older.length > 0 ? { ...byKind, older } : byKind, null, 2)
}

function readText(file: string): string | null {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8') : null
  } catch (error) {
    throw fileProblem(error, { file, ifDamaged: ADVICE })
  }
}

/**
 * Parses the content of `secrets.json`. Returns null unless it has all three secrets and `tokenKey` is an Ed25519 key.
 */
function parseSecrets(text: string): StoredSecret[] | null {
  try {
    const { older = [], ...byKind }: Record<string, unknown> = JSON.parse(text)
    if (!Array.isArray(older)) return null
    const current = secretKinds.map((kind) => ({ kind, value: byKind[kind], expiresAt: null }))
    const all: unknown[] = [...current, ...older]
    return all.every(isStored) ? all : null
  } catch {
    return null
  }
}

function isStored(entry: unknown): entry is StoredSecret {
  // The cast only allows reading the properties, which are checked below.
  const { kind, value, expiresAt } = entry as Partial<StoredSecret>
  const known = secretKinds.find((one) => one === kind)
  return known !== undefined && isSecret(known, value) && (expiresAt === null || Number.isFinite(expiresAt))
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'secrets.json')
}
