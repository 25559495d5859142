/** The texts about pictures, which the specification does not prescribe. */
export const words = {
  choose: 'Choose a picture, or drop one here',
  missing: 'A picture is needed: choose one, or drop it here',
  another: 'Choose another',
  hint: 'JPEG, PNG, WebP or AVIF, up to 25 MB',
  wrongType: (name: string) => `${name} is not a picture we can use: JPEG, PNG, WebP or AVIF, please`,
  tooLarge: (name: string, size: string) => `${name} is ${size}; up to 25 MB, please`,
  empty: (name: string) => `${name} is empty`,
  unreadable: (name: string) => `${name} cannot be read as a picture`,
  heic: 'This browser cannot read HEIC pictures. Save the picture as JPEG. Or, on an iPhone, set Settings > Camera > Formats to Most Compatible and take it again.',
  notPrepared:
    'This browser could not make the picture ready for the shop. Try another picture, or another browser.',
  notSquare: 'The shop shows square pictures',
  crop: 'Crop to fit',
  whole: 'Show all of it',
  chosen: (name: string, size: string) => `${name}, ${size}`,
  kept: 'This picture is in the shop already',
  uploaded: (name: string) => `${name} is in the shop already`,
  uploading: 'Uploading the picture',
  settling: 'Uploaded, being made ready',
  noPicture: 'The shop gave no address for the picture.',
} as const
