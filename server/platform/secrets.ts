import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileProblem } from './data-folder/file-problem.ts'

/**
 * The secrets of the shop. `session` and `device` are random texts with which cookies are signed. `tokenKey` is the
 * private key with which access tokens are signed: Ed25519, as PKCS #8 PEM.
 */
export type Secrets = { session: string; device: string; tokenKey: string }

const ADVICE = 'restore it from a backup, or delete it to have new secrets made, which signs everybody out'

/**
 * Reads `secrets.json` in the data folder. Creates the file at the first start, readable only by the user who runs
 * the shop. Throws an error with a one-sentence message if the file is damaged, or cannot be read or written. A
 * damaged file is never replaced.
 */
export function loadSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json')
  const secrets = parse(readOrMake(file))
  if (!secrets) throw new Error(`${file} is damaged: ${ADVICE}.`)
  return secrets
}

function readOrMake(file: string): string {
  try {
    if (!existsSync(file)) {
      writeFileSync(`${file}.new`, JSON.stringify(makeSecrets(), null, 2), { mode: 0o600, flush: true })
      renameSync(`${file}.new`, file)
    }
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw fileProblem(error, { file, ifDamaged: ADVICE })
  }
}

function makeSecrets(): Secrets {
  const { privateKey } = generateKeyPairSync('ed25519')
  return {
    session: randomBytes(32).toString('base64url'),
    device: randomBytes(32).toString('base64url'),
    tokenKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/**
 * Parses the content of `secrets.json`. Returns null unless it has all three secrets and `tokenKey` is an Ed25519
 * key.
 */
function parse(text: string): Secrets | null {
  try {
    const { session, device, tokenKey }: Partial<Record<string, unknown>> = JSON.parse(text)
    if (
      typeof session !== 'string' ||
      typeof device !== 'string' ||
      typeof tokenKey !== 'string' ||
      !session ||
      !device
    )
      return null
    return createPrivateKey(tokenKey).asymmetricKeyType === 'ed25519' ? { session, device, tokenKey } : null
  } catch {
    return null
  }
}
