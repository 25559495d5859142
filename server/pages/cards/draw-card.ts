import { canDraw, drawLine, fitText } from '#server/shop/draw-text.ts'

/**
 * What a card shows. `price` is formatted. `picture` is a file that sharp can read, or null if there is none. `accent` is
 * the accent colour of the shop, or empty for the colour of the design.
 */
export type Card = { shopName: string; name: string; price: string; picture: Buffer | null; accent: string }

/** The size of preview cards that all large sites accept, in px (https://ogp.me). */
const [WIDTH, HEIGHT] = [1200, 630]
const MARGIN = 64
const [PAPER, INK, COPPER] = ['#f7f1e7', '#2b1d14', '#8a4b22']

/**
 * Draws the picture for previews of a product's page as JPEG: the product's picture, and beside it the name of the shop,
 * the name of the product and its price. A text in a script without outlines is left out, because a server need not have
 * a font for it.
 */
export async function drawCard({ picture, ...texts }: Card): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const left = picture ? HEIGHT + MARGIN : MARGIN
  const svg = Buffer.from(textLayer(texts, left))
  const layers = [
    ...(picture
      ? [{ input: await sharp(picture).resize(HEIGHT, HEIGHT, { fit: 'cover' }).toBuffer(), left: 0, top: 0 }]
      : []),
    { input: svg, left: 0, top: 0 },
  ]
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: PAPER } })
    .composite(layers)
    .jpeg({ quality: 84 })
    .toBuffer()
}

function textLayer({ shopName, name, price, accent }: Omit<Card, 'picture'>, left: number): string {
  const colour = accent || COPPER
  const width = WIDTH - MARGIN - left
  const title = drawable(name)
  const { size, lines } = fitText(title, { width, sizes: [76, 64, 52, 42], max: 4 })
  const lineHeight = size * 1.15
  const top = HEIGHT / 2 - ((lines.length - 1) * lineHeight) / 2 + size * 0.3
  const shop = fitText(drawable(shopName), { width, sizes: [34, 28, 22], max: 1 })
  const drawn = [
    ...shop.lines.map((text) => drawLine({ text, x: left, y: MARGIN + 34, size: shop.size, colour })),
    ...lines.map((text, index) =>
      drawLine({ text, x: left, y: top + index * lineHeight, size, colour: INK }),
    ),
    drawLine({ text: drawable(price), x: left, y: HEIGHT - MARGIN, size: 52, colour }),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${drawn.join('')}</svg>`
}

/** Returns the text without emoji and with single spaces, or an empty text if it cannot be drawn. */
function drawable(text: string): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[\p{Extended_Pictographic}\p{Variation_Selector}\u200d]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return canDraw(plain) ? plain : ''
}
