import type { CurrentShop } from './shop-profiles.ts'

export const MANIFEST_PATH = '/manifest.webmanifest'

/** Returns the web app manifest (https://www.w3.org/TR/appmanifest/) with which the shop can be put on a home screen. */
export function shopManifest({ profile, version }: CurrentShop): string {
  const { name, tagline } = profile
  return JSON.stringify({
    name,
    short_name: name,
    ...(tagline !== '' && { description: tagline }),
    id: '/',
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#fbf6ec',
    theme_color: '#fbf6ec',
    icons: [192, 512].map((size) => ({
      src: `/icon-${size}.png?v=${version}`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    })),
  })
}
