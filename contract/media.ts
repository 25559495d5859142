/**
 * The picture upload answers what the hosting service of the specification answers; multipart, so it stands beside
 * the tables. Path relative to `/api`, field `image`, for admins.
 */
export const UPLOAD_PATH = '/images'
export const UPLOAD_FIELD = 'image'

/** `status` is 200 when the picture is kept; `data.url` is its address in the catalogue. */
export type Upload = { status: 200; data: { url: string } }

/** Largest upload in bytes, and largest picture in pixels. */
export const MOST_UPLOAD_BYTES = 5 * 1024 * 1024
export const MOST_PIXELS = 25_000_000
/** An AVIF is decoded as a whole and takes up to 24 bytes for each pixel, several times as much as other formats. */
export const MOST_AVIF_PIXELS = 12_500_000
