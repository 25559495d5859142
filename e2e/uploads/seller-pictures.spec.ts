import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { MAX_PIXELS, MAX_UPLOAD_BYTES } from '#contract/media.ts'
import { field, forms } from '../entry-forms.ts'
import { drawPicture } from '../pictures.ts'
import type { PictureFile } from '../pictures.ts'
import { expect, test } from '../admin-fixtures.ts'

test.describe('the picture of an entry', () => {
  test('can be chosen again right after it was chosen, and offers no choice if it is square', async ({
    page,
    admin,
  }) => {
    await page.goto(forms.brand.path)
    await field(page, 'Photo').setInputFiles(await drawPicture({ name: 'first.jpg' }))
    await expect(page.getByText('first.jpg,'), admin.email).toBeVisible()
    // The form must empty the file input after each choice. Otherwise the browser would fire no `change` event when
    // the same file is chosen again.
    await expect(field(page, 'Photo')).toHaveValue('')
    await expect(page.getByRole('radio')).not.toHaveCount(0)
    const square = await drawPicture({ name: 'square.jpg', width: 600, height: 600 })
    await field(page, 'Photo').setInputFiles(square)
    await expect(page.getByText('square.jpg,')).toBeVisible()
    await expect(page.getByRole('radio')).toHaveCount(0)
  })

  test('is cropped to a square unless the whole picture is chosen, with the keyboard and a preview', async ({
    page,
    admin,
  }) => {
    await page.goto(forms.brand.path)
    for (const { cut, left } of [
      { cut: 'Crop to fit', left: 'grey' },
      { cut: 'Show all of it', left: 'red' },
    ]) {
      await field(page, 'Photo').setInputFiles(await redSides())
      const choice = page.getByRole('group', { name: 'The shop shows square pictures' })
      await expect(choice.getByRole('radio', { name: 'Crop to fit' }), admin.email).toBeChecked()
      if (cut !== 'Crop to fit') {
        await choice.getByRole('radio', { name: 'Crop to fit' }).focus()
        await page.keyboard.press('ArrowDown')
      }
      await expect(choice.getByRole('radio', { name: cut })).toBeChecked()
      await expect(page.locator('.picture-drop img')).toHaveCSS(
        'object-fit',
        left === 'grey' ? 'cover' : 'contain',
      )
      const { picture } = await add(page, `Cut ${left}`)
      expect(nearest(await pixel(picture, 0.04, 0.5))).toBe(left)
    }
  })

  test('of more than 5 MB and 25 megapixels is made smaller in the browser, and stays upright', async ({
    page,
    admin,
  }, testInfo) => {
    test.slow()
    const large = await writeLargeOnItsSide(testInfo.outputPath('large.jpg'))
    expect((await stat(large)).size).toBeGreaterThan(MAX_UPLOAD_BYTES)
    const { width, height } = await sharp(large).metadata()
    expect(width * height).toBeGreaterThan(MAX_PIXELS)
    await page.goto(forms.brand.path)
    await field(page, 'Photo').setInputFiles(large)
    await expect(page.getByText('large.jpg,'), admin.email).toBeVisible({ timeout: 20_000 })
    const { picture, sent } = await add(page, 'Large')
    expect(sent).toBeLessThanOrEqual(MAX_UPLOAD_BYTES)
    expect([nearest(await pixel(picture, 0.5, 0.1)), nearest(await pixel(picture, 0.5, 0.9))]).toEqual([
      'red',
      'grey',
    ])
  })
})

/**
 * Adds a brand with the picture that is already chosen in the form. Returns the picture as stored by the shop, and
 * the size of the upload in bytes.
 */
async function add(page: Page, name: string): Promise<{ picture: Buffer; sent: number }> {
  await field(page, 'Category Name').fill(name)
  await field(page, 'Ratting').selectOption('3')
  const uploaded = page.waitForResponse('**/api/images')
  await page.getByRole('button', { name: 'Add Brand' }).click()
  const response = await uploaded
  const { data } = await response.json()
  await expect(page.getByText(`${name} is in the shop.`)).toBeVisible()
  const picture = await (await page.request.get(data.url)).body()
  return { picture, sent: (await response.request().sizes()).requestBodySize }
}

/**
 * Draws a grey picture with a red stripe at its left and right edges. Both stripes disappear when the picture is
 * cropped to a square.
 */
async function redSides(): Promise<PictureFile> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="800" height="600" fill="#f00"/>
    <rect x="100" width="600" height="600" fill="#888"/></svg>`
  return {
    name: 'sides.png',
    mimeType: 'image/png',
    buffer: await sharp(Buffer.from(drawing)).png().toBuffer(),
  }
}

/**
 * Writes a JPEG photo of 26 megapixels. As in photos from a camera that was held upright, the pixels are rotated, and
 * the metadata has the orientation. The top of the upright photo is red. Noise makes the file too large for an
 * upload.
 */
async function writeLargeOnItsSide(path: string): Promise<string> {
  const [width, height] = [5888, 4416]
  // Repeats one band of noise, because noise for the whole picture would take much longer. The band is as high as a
  // block of a JPEG.
  const band = randomBytes(width * 16 * 3)
  for (let at = 0; at < band.length; at += 3) {
    const isRed = (at / 3) % width < width / 2
    const grain = (band[at] ?? 0) % 96
    band[at] = isRed ? 255 - grain : 88 + grain
    band[at + 1] = isRed ? grain : 88 + grain
    band[at + 2] = isRed ? grain : 88 + grain
  }
  const pixels = Buffer.concat(Array.from({ length: height / 16 }, () => band))
  await sharp(pixels, { raw: { width, height, channels: 3 } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 85 })
    .toFile(path)
  return path
}

/**
 * Returns the red, green and blue values of one pixel. `x` and `y` are fractions of the width and the height of the
 * picture.
 */
async function pixel(picture: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  return [...data.subarray(at, at + 3)]
}

function nearest([red = 0, green = 0]: number[]): 'red' | 'grey' {
  return red - green > 60 ? 'red' : 'grey'
}
