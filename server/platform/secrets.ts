import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The shop's own secrets. `tokenKey` is an Ed25519 private key as PKCS #8 PEM; the others are random text. */
export type Secrets = { session: string; device: string; tokenKey: string }

/** Reads `secrets.json` in the folder, or makes it at the first start, readable by its owner only. */
export function loadSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json')
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, JSON.stringify(makeSecrets(), null, 2), { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
  }
  const secrets: Partial<Secrets> = JSON.parse(readFileSync(file, 'utf8'))
  const { session, device, tokenKey } = secrets
  if (!session || !device || !tokenKey) throw new Error(`${file} is damaged: restore it, or delete it to sign everybody out.`)
  return { session, device, tokenKey }
}

function makeSecrets(): Secrets {
  const { privateKey } = generateKeyPairSync('ed25519')
  return {
    session: randomBytes(32).toString('base64url'),
    device: randomBytes(32).toString('base64url'),
    tokenKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
