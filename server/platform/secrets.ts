import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileProblem } from './data-folder/file-problem.ts'

/** The secrets of the shop. `tokenKey` is an Ed25519 private key as PKCS #8 PEM. The others are random text. */
export type Secrets = { session: string; device: string; tokenKey: string }

const ADVICE = 'restore it from a backup, or delete it to have new secrets made, which signs everybody out'

/**
 * Reads `secrets.json` in the folder. Creates it at the first start, readable by its owner only. Throws one sentence if
 * it is damaged, or cannot be read or written. A damaged file is never replaced.
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

/** Returns the secrets in a text, or null unless all three are there and the key is an Ed25519 key. */
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
