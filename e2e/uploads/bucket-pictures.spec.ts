import { startS3Server } from '../../test/s3/s3-server.ts'
import type { S3Server } from '../../test/s3/s3-server.ts'
import { expect, test as staffTest } from '../admin-fixtures.ts'
import { field, forms } from '../entry-forms.ts'
import { drawPicture } from '../pictures.ts'

/** Tests with a separate shop whose pictures are in a bucket. Browsers load them from the bucket itself. */
const test = staffTest.extend<object, { bucket: S3Server }>({
  bucket: [
    async ({}, use) => {
      const server = await startS3Server()
      await use(server)
      await server.dispose()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ settings, bucket: { env, settings: s3 } }, use) =>
      use({ ...settings, ...env, S3_PUBLIC_URL: `${s3.endpoint}/${s3.bucket}` }),
    { scope: 'worker' },
  ],
})

test('a picture in a bucket is uploaded and shown, also after the bucket was gone for a while', async ({
  page,
  admin,
  bucket,
}) => {
  await page.goto(forms.brand.path)
  await field(page, 'Category Name').fill('Bucket Farm')
  await field(page, 'Ratting').selectOption('3')
  await field(page, 'Photo').setInputFiles(await drawPicture())
  await bucket.stop()
  await page.getByRole('button', { name: 'Add Brand' }).click()
  await expect(
    page.getByText('Pictures cannot be stored or loaded at the moment.'),
    admin.email,
  ).toBeVisible()
  await bucket.start()
  await page.getByRole('button', { name: 'Add Brand' }).click()
  await expect(page.getByText('Bucket Farm is in the shop.')).toBeVisible()
  await page.goto('/')
  const picture = page.getByRole('listitem').filter({ hasText: 'Bucket Farm' }).locator('img')
  await picture.scrollIntoViewIfNeeded()
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  const address = picture.evaluate((image) => 'currentSrc' in image && String(image.currentSrc))
  expect(await address).toMatch(new RegExp(`^${bucket.settings.endpoint}/pictures/images/[^/]+\\.avif$`))
})
