import { randomBytes } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { imageAddress } from '#contract/values/images.ts'
import { UPLOAD_FIELD, UPLOAD_PATH } from '#contract/media.ts'
import { now } from '#server/platform/clock.ts'
import type { TestPerson, TestShop } from './shop.ts'

/** Inserts a picture into the database as an upload would, but stores no files. Returns the URL of the picture. */
export async function knownPicture({ database }: Pick<TestShop, 'database'>): Promise<string> {
  const id = `${randomBytes(8).toString('hex')}-aabbcc`
  const image = { id, owner_id: 'owner', address: imageAddress(id), created_at: now() }
  await database.write(({ tx }) => tx.insertInto('images').values(image).execute())
  return image.address
}

/** One file in a multipart form. The default is a JPEG called "photo" in the field for pictures. */
export type FormPart = { name?: string; fileName?: string; type?: string; bytes: Buffer | string }

/** Uploads files to a test shop as an HTML form does. An empty `token` is not sent. */
export function upload(
  shop: Pick<TestShop, 'app'>,
  { token }: Pick<TestPerson, 'token'>,
  parts: FormPart[],
): Promise<LightMyRequestResponse> {
  const { type, body } = formOf(parts)
  return shop.app.inject({
    method: 'POST',
    url: `/api${UPLOAD_PATH}`,
    headers: { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }) },
    payload: body,
  })
}

/** Returns the content type and the body of a multipart form (RFC 7578) with these files. */
function formOf(parts: FormPart[]): { type: string; body: Buffer } {
  const boundary = `----crema${randomBytes(8).toString('hex')}`
  const written = parts.flatMap(({ name = UPLOAD_FIELD, fileName = 'photo', type = 'image/jpeg', bytes }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`,
    bytes,
    '\r\n',
  ])
  const body = Buffer.concat([...written, `--${boundary}--\r\n`].map((part) => Buffer.from(part)))
  return { type: `multipart/form-data; boundary=${boundary}`, body }
}
