/**
 * The path of picture uploads, relative to `/api`. Only admins may upload. The specification asks for a multipart
 * request, as to an image hosting service, so this is not a JSON call.
 */
export const UPLOAD_PATH = '/images'
export const UPLOAD_FIELD = 'image'

/** The response to an upload. `status` is 200 if the picture was stored, and `data.url` is the URL of the picture. */
export type Upload = { status: 200; data: { url: string } }

/** The maximum size of an uploaded file in bytes, and the maximum number of pixels (width × height) of its picture. */
export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024
export const MAX_PIXELS = 25_000_000
/**
 * The maximum number of pixels of an AVIF picture. It is lower than for other formats, because an AVIF picture is
 * decoded as a whole and takes up to 24 bytes of memory per pixel.
 */
export const MAX_AVIF_PIXELS = 12_500_000
