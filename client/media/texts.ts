import { MOST_PIXELS, MOST_UPLOAD_BYTES } from '#contract/media.ts'

const MEGA = 1024 * 1024
const MOST = `${MOST_UPLOAD_BYTES / MEGA} MB`

/** Our own words: the specification fixes none for pictures but those of the forms. */
export const words = {
  choose: 'Choose a picture, or drop one here',
  another: 'Choose another',
  hint: `JPEG, PNG, WebP or AVIF, up to ${MOST}. It is shown whole, nothing is cut off.`,
  wrongType: (name: string) => `${name} is not a picture we can use: JPEG, PNG, WebP or AVIF, please`,
  tooLarge: (name: string, size: string) => `${name} has ${size}; up to ${MOST}, please`,
  empty: (name: string) => `${name} is empty`,
  unreadable: (name: string) => `${name} cannot be read as a picture`,
  tooManyPixels: (name: string) => `${name} has more than ${MOST_PIXELS / 1_000_000} megapixels: make it smaller, please`,
  chosen: (name: string, size: string) => `${name}, ${size}`,
  kept: 'This picture is in the shop already',
  uploaded: (name: string) => `${name} is in the shop already`,
  uploading: 'Uploading the picture',
  settling: 'Uploaded, being made ready',
  noPicture: 'The shop gave no address for the picture.',
} as const
