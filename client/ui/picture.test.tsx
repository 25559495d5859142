import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PageStateProvider } from '#client/lib/page-state.ts'
import { visitorsPageState } from '#test/shop/page-state.ts'
import { imageSet, Picture } from './picture.tsx'
import { Ratting } from './ratting.tsx'

test('a picture reserves its place in its colour, without a style attribute', () => {
  const html = renderToString(
    <Picture src="/images/0123456789abcdef-c08a5b-800.webp" alt="Beans" sizes="50vw" />,
  )
  expect(html).toMatch(/<source type="image\/avif"[^>]*sizes="50vw"/)
  expect(html).toMatch(/<img[^>]*alt="Beans"[^>]*width="800" height="800"[^>]*loading="lazy"/)
  expect(html).toContain('fill="#c08a5b"')
  expect(html).not.toContain('style=')
})

test('a stored picture is loaded below the public address of the bucket, if there is one', () => {
  const state = visitorsPageState({ pictureBase: 'https://pictures.example/crema' })
  const render = (src: string) =>
    renderToString(
      <PageStateProvider value={state}>
        <Picture src={src} alt="" sizes="50vw" />
      </PageStateProvider>,
    )
  const html = render('/images/0123456789abcdef-c08a5b-800.webp')
  const base = 'https://pictures.example/crema'
  expect(html).toContain(`src="${base}/images/0123456789abcdef-c08a5b-800.webp"`)
  expect(html.split(`${base}/images/`)).toHaveLength(10)
  expect(html.split('/images/')).toHaveLength(10)
  expect(render('https://elsewhere.example/a.jpg')).toContain('src="https://elsewhere.example/a.jpg"')
})

test('a picture from elsewhere is a plain image', () => {
  const html = renderToString(<Picture src="https://pictures.example/a.jpg" alt="" sizes="50vw" eager />)
  expect(html).not.toContain('<source')
  expect(html).toMatch(/src="https:\/\/pictures.example\/a.jpg"/)
  expect(html).toMatch(/fetchPriority="high"/i)
})

test('a ratting is shown as text and in stars', () => {
  const html = renderToString(<Ratting label="Strength" value={3} />)
  expect(html.replace(/<[^>]+>/g, '')).toContain('Strength 3')
  expect(html.match(/class="lit"/g)).toHaveLength(3)
})

test('a stored picture has AVIF and WebP in every width, and its colour', () => {
  const set = imageSet('/images/0123456789abcdef-c08a5b-800.webp')
  expect(set?.colour).toBe('#c08a5b')
  expect(set?.sources.map(({ type }) => type)).toEqual(['image/avif', 'image/webp'])
  expect(set?.sources[0]?.srcSet).toBe(
    [240, 480, 800, 1200]
      .map((width) => `/images/0123456789abcdef-c08a5b-${width}.avif ${width}w`)
      .join(', '),
  )
})

test.each(['https://pictures.example/a.jpg', '/images/a.jpg', ''])('%s has no set', (address) => {
  expect(imageSet(address)).toBeNull()
})
