import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useShowMore } from './use-show-more.tsx'

function List({ count }: { count: number }) {
  const { list, shown, more } = useShowMore(
    Array.from({ length: count }, (_, index) => index),
    3,
  )
  return (
    <>
      <ul ref={list}>
        {shown.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      {more}
    </>
  )
}

test.each([
  [3, '012', null],
  [5, '012', 'Show 2 more of 5'],
  [9, '012', 'Show 3 more of 9'],
])('a list of %i items shows %j, and the button %j', (count, items, button) => {
  const html = renderToStaticMarkup(<List count={count} />)
  expect([...html.matchAll(/<li>(\d)<\/li>/g)].map(([, item]) => item).join('')).toBe(items)
  expect(/<button[^>]*>(.*?)<\/button>/.exec(html)?.[1] ?? null).toBe(button)
})
