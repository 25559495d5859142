/**
 * Uploading a picture. The request is a multipart form and the response that of imgBB, as the specification asks, so this
 * call stands beside the tables of JSON calls. The path is relative to `/api`; only admins may upload.
 */
export const UPLOAD_PATH = '/images'
export const UPLOAD_FIELD = 'image'

/** `status` is 200 if the picture is stored. `data.url` is its address in the catalogue. */
export type Upload = { status: 200; data: { url: string } }

/** The largest upload in bytes, and the largest picture in pixels. */
export const MOST_UPLOAD_BYTES = 5 * 1024 * 1024
export const MOST_PIXELS = 25_000_000
/** An AVIF is decoded as a whole and takes up to 24 bytes for each pixel, several times as much as other formats. */
export const MOST_AVIF_PIXELS = 12_500_000
