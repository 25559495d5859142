/**
 * Uploading a picture. The specification asks for a multipart request and a response like imgBB's, so this is not a
 * JSON call. The path is relative to `/api`. Only admins may upload.
 */
export const UPLOAD_PATH = '/images'
export const UPLOAD_FIELD = 'image'

/** `status` is 200 if the picture is stored. `data.url` is its address in the catalogue. */
export type Upload = { status: 200; data: { url: string } }

/** The maximum size of an upload in bytes, and of a picture in pixels. */
export const MOST_UPLOAD_BYTES = 5 * 1024 * 1024
export const MOST_PIXELS = 25_000_000
/**
 * The maximum for AVIF. It is decoded as a whole and takes up to 24 bytes per pixel, several times as much as other
 * formats.
 */
export const MOST_AVIF_PIXELS = 12_500_000
