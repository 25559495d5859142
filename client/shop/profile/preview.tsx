import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject, SyntheticEvent } from 'react'
import { createPortal } from 'react-dom'
import { PageFooter } from '#client/app/page-footer.tsx'
import { HomePage } from '#client/home/home-page.tsx'
import { PageStateProvider, usePageState } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { Choice } from '#client/ui/settings-form/section.tsx'
import { shownShop } from '#client/ui/shop/use-show-profile.ts'
import type { PageState } from '#contract/pages.ts'
import type { ShopProfile } from '#contract/shop/profile.ts'
import { accentCss, isReadable } from '#contract/values/contrast.ts'
import { words } from './texts.ts'

/** The width of the screen that the preview shows, in CSS px. */
const WIDTHS = { desktop: 1440, phone: 390 }

type Screen = keyof typeof WIDTHS

/** The names of the themes in `client/styles.css`. */
const THEMES = { light: 'paper', dark: 'roast' }

type Theme = keyof typeof THEMES

export function Preview({ profile }: { profile: ShopProfile }) {
  const [screen, setScreen] = useState<Screen>(ownScreen)
  const [theme, setTheme] = useState<Theme>('light')
  const state = usePreviewState(profile)
  const id = useId()
  const { settings } = usePageState()
  const accent = isReadable(profile.accent) ? profile.accent : ''
  // The published accent colour is in a stylesheet of the open page.
  const css = { added: accentCss(accent), replaced: accentCss(settings.shop.accent) }
  return (
    <section className="settings-preview" aria-labelledby={id}>
      <div>
        <h2 id={id} className="text-xl">
          {words.previewTitle}
        </h2>
        <p className="small">{words.previewMore}</p>
      </div>
      <div className="flex flex-wrap gap-y-1 gap-x-10">
        <Choice inLine legend={words.screen} texts={words.screens} chosen={screen} onChoose={setScreen} />
        <Choice inLine legend={words.theme} texts={words.themes} chosen={theme} onChoose={setTheme} />
      </div>
      <PreviewFrame title={words.previewTitle} screen={screen} theme={theme} css={css}>
        <PageStateProvider value={state}>
          <main>
            <HomePage />
          </main>
          <PageFooter />
        </PageStateProvider>
      </PreviewFrame>
    </section>
  )
}

/** Returns the screen that is most like the one of the admin. */
function ownScreen(): Screen {
  return matchMedia('(width < 40rem)').matches ? 'phone' : 'desktop'
}

/** Returns the data of a page with this profile instead of the published one. */
function usePreviewState(profile: ShopProfile): PageState {
  const { settings } = usePageState()
  const { data } = useQuery(callQuery('GET /shop/opening'))
  const shop = shownShop(profile, data?.opening ?? settings.shop)
  return { signedIn: false, settings: { ...settings, shop } }
}

type PreviewFrameProps = {
  title: string
  screen: Screen
  theme: Theme
  /** A stylesheet, and the one of the open page that it replaces. Both may be empty. */
  css: { added: string; replaced: string }
  children: ReactNode
}

/**
 * Shows a part of the shop as on a screen of another width. It is rendered into a frame, because media queries follow the
 * width of the frame. The frame has no address and loads nothing, so the content security policy allows it. Links in it
 * do nothing.
 */
function PreviewFrame({ title, screen, theme, css, children }: PreviewFrameProps) {
  const [page, setPage] = useState<Document | null>(null)
  const box = useRef<HTMLDivElement>(null)
  useScale(box, WIDTHS[screen])
  useEffect(() => {
    if (page) showTheme(page, theme)
  }, [page, theme])
  useStyles(page, css.added, css.replaced)
  return (
    <div ref={box} className="settings-frame">
      {/* A sandbox would stop the handlers of the preview in Safari, and the frame has no scripts of its own. */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe
        title={title}
        srcDoc="<!doctype html><html lang='en'><head><title>Preview</title></head><body></body></html>"
        onLoad={({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => setPage(prepared(currentTarget))}
      />
      {page && createPortal(children, page.body)}
    </div>
  )
}

/** Returns the document of the frame. Clicks on links in it are ignored. */
function prepared({ contentDocument: page }: HTMLIFrameElement): Document | null {
  page?.addEventListener(
    'click',
    (event) => {
      // cast: the target of a click is always an element, although the type of `target` does not say so.
      if (!(event.target as Element).closest('a')) return
      event.preventDefault()
      event.stopPropagation()
    },
    true,
  )
  return page
}

function showTheme({ documentElement }: Document, theme: Theme): void {
  documentElement.dataset['theme'] = THEMES[theme]
}

/** Copies the stylesheets of the shop into the document of the frame, with `added` instead of `replaced`. */
function useStyles(page: Document | null, added: string, replaced: string): void {
  useLayoutEffect(() => {
    const kept = [...document.styleSheets].filter(
      ({ ownerNode }) => replaced === '' || ownerNode?.textContent !== replaced,
    )
    const texts = kept.map(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText).join('\n'))
    if (page) applyStyles(page, [...texts, added])
  }, [page, added, replaced])
}

function applyStyles(page: Document, texts: string[]): void {
  const view = page.defaultView
  if (!view) return
  page.adoptedStyleSheets = texts.map((text) => {
    const sheet = new view.CSSStyleSheet()
    sheet.replaceSync(text)
    return sheet
  })
}

/**
 * Scales the frame, which has the width `width`, so that it fits into its box. The stylesheet reads the properties that
 * are set here.
 */
function useScale(box: RefObject<HTMLDivElement | null>, width: number): void {
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const fit = () => {
      // A frame that is not shown has no width.
      const scale = Math.min(1, (element.clientWidth || width) / width)
      element.style.setProperty('--frame-width', `${width}px`)
      element.style.setProperty('--frame-scale', String(scale))
    }
    fit()
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, width])
}
